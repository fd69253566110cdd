package florin.dashboard.bank;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.CLIPPED;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.WIDE_LINE;

import florin.bank.account.ReceivingAccounts;
import florin.bank.imports.BankStatement;
import florin.bank.imports.BankStatementStore;
import florin.bank.imports.BankStatementStore.StatementFilter;
import florin.core.Id.BankStatementId;
import florin.core.Page.Findings;
import florin.dashboard.list.Cell;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.CsvFile;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.TabLink;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The list of bank statements, and its CSV export. */
public final class StatementListPages {
  private static final String GAP = "gap";

  /** The filter `gap`: statements whose predecessor is missing. */
  private static final ListField<String> NOTE =
      ListField.choice(
          "note", "", "Any", List.of(GAP), Function.identity(), _ -> "Previous one missing");

  public static final ListSpec<StatementLine> LIST =
      ListSpec.<StatementLine>of(
              "statements",
              "/dashboard/bank/statements",
              "Bank transfers",
              StatementLine::path,
              List.of(DateFilter.FILTER, AccountFilter.FILTER, NOTE.alone("")))
          .always(
              "Statement",
              CLIPPED,
              "main",
              line -> Cell.named(line.path(), BankText.statement(line.statement, line.account)))
          .always(
              "Closing balance",
              AMOUNT,
              "amount",
              line -> Cell.text(BankText.closing(line.statement)))
          .optional(
              "opening",
              "Opening balance",
              AMOUNT,
              line -> Cell.text(BankText.opening(line.statement)))
          .usual(
              "entries",
              "Entries",
              AMOUNT,
              line -> Cell.text(String.valueOf(line.statement.turnover().entries())))
          .usual("note", "Issues", WIDE_LINE, line -> issues(line.statement))
          .optional(
              "reference",
              "Bank reference",
              LINE,
              line -> Cell.text(line.statement.bankReference()))
          .optional("account", "Bank account", LINE, line -> Cell.text(line.account))
          .optional("day", "Day", LINE, line -> Cell.text(BankText.day(line.statement.statedOn())))
          .optional("format", "Format", LINE, line -> Cell.text(line.statement.format().text()))
          .created("Imported", "when", line -> line.statement.created())
          .id(line -> line.statement.id().text());

  private static final CsvExport.Columns<BankStatement> FILE =
      new CsvExport.Columns<BankStatement>()
          .column("id", it -> it.id().text())
          .created(it -> it.created())
          .column("bank_reference", BankStatement::bankReference)
          .column("receiving_account", it -> it.account().text())
          .column("stated_on", it -> it.statedOn().toString())
          .column("currency", it -> it.currency().code())
          .optional("opening_balance", it -> it.balances().map(of -> amount(of.opening(), it)))
          .optional("closing_balance", it -> it.balances().map(of -> amount(of.closing(), it)))
          .column("credits", it -> amount(it.turnover().credits(), it))
          .column("debits", it -> amount(it.turnover().debits(), it))
          .column("entries", it -> String.valueOf(it.turnover().entries()))
          .column("duplicates", it -> String.valueOf(it.turnover().duplicates()))
          .column("gap", it -> String.valueOf(it.gap()))
          .column("overlap", it -> String.valueOf(it.overlap()))
          .column("format", it -> it.format().text());

  private final BankStatementStore statements;
  private final BankTabs tabs;
  private final ReceivingAccounts accounts;
  private final ListPage<BankStatement, StatementLine> page;
  private final InstantSource clock;

  public StatementListPages(
      BankStatementStore statements,
      BankTabs tabs,
      ReceivingAccounts accounts,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.statements = statements;
    this.tabs = tabs;
    this.accounts = accounts;
    this.page =
        new ListPage<>(
            LIST,
            BankStatementId.KIND,
            BankStatement::id,
            lists,
            Optional.of(new CsvFile<>(exports, FILE)));
    this.clock = clock;
  }

  /** A line of the list, with the name of the bank account. */
  record StatementLine(BankStatement statement, String account) {
    private String path() {
      return StatementPages.path(statement.id());
    }
  }

  private static Cell issues(BankStatement statement) {
    var pills = new ArrayList<Pill>();
    if (statement.gap()) {
      pills.add(new Pill("wait", "Previous one missing"));
    }
    if (statement.overlap()) {
      pills.add(new Pill("note", "Overlap"));
    }
    int known = statement.turnover().duplicates();
    return new Cell.Remarks(pills, known > 0 ? known + " known before" : "");
  }

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    AccountFilter account = AccountFilter.of(request, visit, accounts);
    StatementFilter filter = filter(request, account);
    return page.show(
        visit,
        inquiry(visit, request, filter),
        Stream.of("", GAP).map(note -> tab(visit, request, filter, note)).toList(),
        found ->
            found.stream()
                .map(statement -> new StatementLine(statement, account.name(statement.account())))
                .toList(),
        frame -> new BankTabs.ListView(frame, tabs.of(visit, LIST.path())));
  }

  public Response export(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    AccountFilter account = AccountFilter.of(request, visit, accounts);
    return page.export(visit, inquiry(visit, request, filter(request, account)));
  }

  private StatementFilter filter(ListRequest request, AccountFilter account) {
    return new StatementFilter(
        account.account(),
        request.get(NOTE).isPresent(),
        DateFilter.of(request, clock.instant()).span());
  }

  private ListInquiry<BankStatement> inquiry(
      DashboardRequest visit, ListRequest request, StatementFilter filter) {
    return new ListInquiry<>(
        request, asked -> Findings.of(statements.list(visit.realm(), filter, asked)), "");
  }

  private TabLink tab(
      DashboardRequest visit, ListRequest request, StatementFilter filter, String note) {
    var counted = new StatementFilter(filter.account(), !note.isEmpty(), filter.created());
    Optional<String> count =
        request.isGood() && filter.account().isEmpty()
            ? Optional.of(statements.count(visit.realm(), counted).text())
            : Optional.empty();
    return page.tab(visit, request, NOTE, note, note.isEmpty() ? "All" : "With a gap", count);
  }

  private static String amount(long minor, BankStatement statement) {
    return AmountFormat.text(minor, statement.currency());
  }
}
