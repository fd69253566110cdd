package florin.dashboard;

import florin.bank.account.ReceivingAccounts;
import florin.bank.intake.BankStatement;
import florin.bank.intake.BankStatement.Balances;
import florin.bank.intake.BankStatementStore;
import florin.bank.intake.BankStatementStore.StatementFilter;
import florin.bank.matching.Holdings;
import florin.core.Id.BankStatementId;
import florin.core.Page.Findings;
import florin.dashboard.ListPage.CsvFile;
import florin.dashboard.ListPage.ListInquiry;
import florin.http.Form;
import florin.http.Format;
import florin.team.Act;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list of bank statements, and its CSV export. */
public final class StatementListPages {
  /** The filter `gap`: statements whose predecessor is missing. */
  private static final String NOTE = "note";

  private static final String GAP = "gap";

  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put(AccountFilter.FIELD, AccountFilter.FIELDS);
    CHIPS.put(NOTE, List.of(NOTE));
  }

  private static final List<String> FIELDS = CHIPS.values().stream().flatMap(List::stream).toList();

  private static final List<String> HEAD =
      List.of(
          "id",
          "created",
          "bank_reference",
          "receiving_account",
          "stated_on",
          "currency",
          "opening_balance",
          "closing_balance",
          "credits",
          "debits",
          "entries",
          "duplicates",
          "gap",
          "overlap",
          "format");

  private final BankStatementStore statements;
  private final Holdings holdings;
  private final ReceivingAccounts accounts;
  private final ListPage<BankStatement> page;
  private final InstantSource clock;

  public StatementListPages(
      BankStatementStore statements,
      Holdings holdings,
      ReceivingAccounts accounts,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.statements = statements;
    this.holdings = holdings;
    this.accounts = accounts;
    this.page =
        new ListPage<>(
            ListKind.STATEMENTS,
            BankStatementId.KIND,
            BankStatement::id,
            FIELDS,
            lists,
            Optional.of(new CsvFile<>(exports, HEAD, StatementListPages::line)));
    this.clock = clock;
  }

  /**
   * The list.
   *
   * @param sections the tabs to the other lists
   */
  public record View(
      ListFrame frame,
      List<TabLink> sections,
      List<ListTab> tabs,
      List<SelectOption> accounts,
      boolean mayUpload,
      List<Row> rows) {
    public View {
      sections = List.copyOf(sections);
      tabs = List.copyOf(tabs);
      accounts = List.copyOf(accounts);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A statement as a line of the list.
   *
   * @param account empty if all statements are of one account
   * @param closing empty for a notification, which has no balances
   */
  public record Row(
      String id,
      String path,
      String name,
      String account,
      String day,
      String opening,
      String closing,
      int entries,
      int duplicates,
      boolean gap,
      boolean overlap,
      String format,
      Instant created) {
    static Row of(BankStatement statement, String account) {
      return new Row(
          statement.id().text(),
          StatementPages.path(statement.id()),
          statement.bankReference(),
          account,
          BankText.day(statement.statedOn()),
          statement
              .balances()
              .map(it -> BankText.signed(it.opening(), statement.currency()))
              .orElse(""),
          statement
              .balances()
              .map(it -> BankText.signed(it.closing(), statement.currency()))
              .orElse(""),
          statement.turnover().entries(),
          statement.turnover().duplicates(),
          statement.gap(),
          statement.overlap(),
          statement.format().text(),
          statement.created());
    }
  }

  /** The filters of a request, with their errors. */
  private record StatementQuery(
      Form form, AccountFilter account, StatementFilter filter, List<FilterChip> chips) {}

  Response show(Visit visit) {
    StatementQuery query = query(visit);
    return page.show(
        visit,
        inquiry(visit, query),
        (frame, found) ->
            new View(
                frame,
                BankTabs.of(visit, holdings, ListKind.STATEMENTS.path()),
                tabs(visit, query),
                query.account.choices(),
                visit.may(Act.UPLOAD_STATEMENTS),
                found.stream()
                    .map(statement -> Row.of(statement, query.account.name(statement.account())))
                    .toList()));
  }

  Response export(Visit visit) {
    return page.export(visit, inquiry(visit, query(visit)));
  }

  private ListInquiry<BankStatement> inquiry(Visit visit, StatementQuery query) {
    return new ListInquiry<>(
        query.form,
        query.chips,
        asked -> Findings.of(statements.list(visit.realm(), query.filter, asked)),
        "");
  }

  private StatementQuery query(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    DateFilter created = DateFilter.read(form, TimeText.zone(), clock.instant());
    AccountFilter account = AccountFilter.read(form, visit, accounts);
    boolean gapsOnly = form.optional(NOTE, Format.choice(List.of(GAP), it -> it)).isPresent();
    Map<String, String> words =
        Map.of(
            "date",
            created.words(),
            AccountFilter.FIELD,
            account.words(),
            NOTE,
            form.text(NOTE).isEmpty() ? "" : "Previous one missing");
    return new StatementQuery(
        form,
        account,
        new StatementFilter(account.account(), gapsOnly, created.span()),
        FilterChip.of(form, CHIPS, words));
  }

  private List<ListTab> tabs(Visit visit, StatementQuery query) {
    return List.of(tab(visit, query, "All", ""), tab(visit, query, "With a gap", GAP));
  }

  private ListTab tab(Visit visit, StatementQuery query, String label, String note) {
    StatementFilter filter = query.filter;
    return new ListTab(
        page.paging(visit).with(NOTE, note),
        label,
        query.form.isGood() && filter.account().isEmpty()
            ? Optional.of(
                statements.count(
                    visit.realm(),
                    new StatementFilter(filter.account(), !note.isEmpty(), filter.created())))
            : Optional.empty(),
        query.form.text(NOTE).equals(note));
  }

  private static List<String> line(BankStatement statement) {
    return List.of(
        statement.id().text(),
        statement.created().toString(),
        statement.bankReference(),
        statement.account().text(),
        statement.statedOn().toString(),
        statement.currency().code(),
        statement.balances().map(Balances::opening).map(it -> amount(it, statement)).orElse(""),
        statement.balances().map(Balances::closing).map(it -> amount(it, statement)).orElse(""),
        amount(statement.turnover().credits(), statement),
        amount(statement.turnover().debits(), statement),
        String.valueOf(statement.turnover().entries()),
        String.valueOf(statement.turnover().duplicates()),
        String.valueOf(statement.gap()),
        String.valueOf(statement.overlap()),
        statement.format().text());
  }

  private static String amount(long minor, BankStatement statement) {
    return AmountFormat.text(minor, statement.currency());
  }
}
