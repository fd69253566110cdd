package florin.dashboard.bank;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.CLIPPED;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.PROSE;
import static florin.dashboard.list.ListColumn.Style.WIDE_LINE;

import florin.bank.account.ReceivingAccounts;
import florin.bank.imports.BankEntry;
import florin.bank.matching.UnappliedFunds;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsCommands;
import florin.bank.matching.UnappliedFundsCommands.HeldEntry;
import florin.bank.matching.UnappliedFundsSearch;
import florin.bank.matching.UnappliedFundsSearch.AmountSpan;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.UnmatchedTransferId;
import florin.dashboard.list.AmountFilter;
import florin.dashboard.list.Cell;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListForm;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.CsvFile;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TabLink;
import florin.dashboard.payments.PaymentDetail;
import florin.http.Format;
import florin.page.AmountText;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The lists of unapplied funds, and their CSV exports: unmatched transfers and customer credits.
 * Open items come first, because they need an action by the merchant.
 */
public final class UnappliedFundsListPages {
  /** The status filter for all items. Without a filter, the list shows the open ones. */
  private static final String ALL = "all";

  private static final List<String> OTHERS =
      List.of(Status.RETURNING.text(), Status.CLOSED.text(), ALL);
  private static final ListField<String> STATUS =
      ListField.choice(
          "status",
          "Status",
          "Open",
          OTHERS.stream().map(status -> new SelectOption(status, CodeText.of(status))).toList(),
          Format.choice(
              Stream.concat(Stream.of(Status.OPEN.text()), OTHERS.stream()).toList(),
              Function.identity()),
          CodeText::of);

  public static final ListSpec<FundsLine> UNMATCHED =
      withBank(
          begun("unmatched", "/dashboard/bank/transfers")
              .listing("unmatched transfers")
              .usual("message", "Message", PROSE, UnappliedFundsListPages::message)
              .usual("reason", "Why", WIDE_LINE, UnappliedFundsListPages::reason));

  public static final ListSpec<FundsLine> CREDITS =
      withBank(
          begun("credits", "/dashboard/bank/credits")
              .listing("customer credits")
              .usual("reason", "Why", WIDE_LINE, UnappliedFundsListPages::reason)
              .usual("payment", "Payment", LINE, UnappliedFundsListPages::payment)
              .optional("message", "Message", PROSE, UnappliedFundsListPages::message));

  private static final CsvExport.Columns<HeldEntry> FILE =
      new CsvExport.Columns<HeldEntry>()
          .column("id", held -> held.holding().typedId().text())
          .created(held -> held.holding().origin().created())
          .column("status", held -> held.holding().status().text())
          .column("amount", held -> AmountFormat.text(held.holding().amount()))
          .column("remaining", held -> AmountFormat.text(held.holding().remaining()))
          .column("currency", held -> held.holding().amount().currency().code())
          .column("reason", held -> held.holding().reason().text())
          .optional("payment", held -> held.holding().origin().payment().map(Id::text))
          .optional("customer", held -> held.holding().origin().customer().map(Id::text))
          .column("from", held -> BankText.party(held.entry()))
          .optional("message", held -> held.entry().said().message())
          .column("booked_on", held -> held.entry().bookedOn().toString())
          .optional("bank_reference", held -> held.entry().bankReference())
          .optional("end_to_end_id", held -> held.entry().said().endToEndId())
          .column("receiving_account", held -> held.holding().origin().account().text())
          .column("bank_statement", held -> held.entry().statement().text());

  private final Kind kind;
  private final UnappliedFundsCommands funds;
  private final ReceivingAccounts accounts;
  private final BankTabs tabs;
  private final ListPage<HeldEntry, FundsLine> page;
  private final InstantSource clock;

  /** Creates the pages of one of the lists. */
  public UnappliedFundsListPages(
      Kind kind,
      UnappliedFundsCommands funds,
      ReceivingAccounts accounts,
      BankTabs tabs,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.kind = kind;
    this.funds = funds;
    this.accounts = accounts;
    this.tabs = tabs;
    this.page =
        new ListPage<>(
            kind == Kind.CREDIT ? CREDITS : UNMATCHED,
            kind == Kind.CREDIT ? CustomerCreditId.KIND : UnmatchedTransferId.KIND,
            held -> held.holding().typedId(),
            lists,
            Optional.of(new CsvFile<>(exports, FILE)));
    this.clock = clock;
  }

  /** A line of a list, with the name of the bank account. */
  record FundsLine(HeldEntry held, String account) {
    private UnappliedFunds holding() {
      return held.holding();
    }

    private BankEntry entry() {
      return held.entry();
    }
  }

  /** Returns a list with its first columns. */
  private static ListSpec<FundsLine> begun(String name, String path) {
    return ListSpec.<FundsLine>of(
            name,
            path,
            "Bank transfers",
            line -> BankPages.path(line.holding()),
            List.of(STATUS.alone(), DateFilter.FILTER, AmountFilter.FILTER, AccountFilter.FILTER))
        .always("Amount", AMOUNT, "amount", UnappliedFundsListPages::amount)
        .usual(
            "status",
            "Status",
            LINE,
            "status",
            line -> Cell.status(line.holding().status().text(), ""))
        .usual("party", "From", CLIPPED, "main", UnappliedFundsListPages::party);
  }

  /** Returns a list with its last columns. */
  private static ListSpec<FundsLine> withBank(ListSpec<FundsLine> list) {
    return list.optional(
            "booked", "Booked on", LINE, line -> Cell.text(BankText.day(line.entry().bookedOn())))
        .optional("account", "Bank account", LINE, line -> Cell.text(line.account))
        .created("Received", "when", line -> line.holding().origin().created())
        .id(line -> line.holding().typedId().text());
  }

  private static Cell message(FundsLine line) {
    return Cell.text(line.entry().said().message());
  }

  private static Cell reason(FundsLine line) {
    return Cell.text(BankText.words(line.holding().reason()));
  }

  private static Cell amount(FundsLine line) {
    UnappliedFunds holding = line.holding();
    boolean isPart =
        !holding.remaining().isZero() && holding.amount().isMoreThan(holding.remaining());
    return new Cell.Link(
        BankPages.path(holding),
        AmountText.of(holding.amount()),
        false,
        isPart ? AmountText.of(holding.remaining()) + " left" : "");
  }

  private static Cell party(FundsLine line) {
    String party = BankText.party(line.entry());
    return Cell.foreign(party.isEmpty() ? "Not named" : party);
  }

  private static Cell payment(FundsLine line) {
    return line.holding()
        .origin()
        .payment()
        .<Cell>map(payment ->
            new Cell.Code(
                ListForm.shortened(payment.text()),
                Optional.empty(),
                Optional.of(PaymentDetail.path(payment))))
        .orElse(Cell.text(""));
  }

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, page.spec());
    AccountFilter account = AccountFilter.of(request, visit, accounts);
    UnappliedFundsSearch sought = sought(request, account);
    return page.show(
        visit,
        inquiry(visit, request, sought),
        Stream.concat(Stream.of(""), OTHERS.stream())
            .map(status -> tab(visit, request, status, sought))
            .toList(),
        found ->
            found.stream()
                .map(held -> new FundsLine(held, account.name(held.holding().origin().account())))
                .toList(),
        frame -> new BankTabs.ListView(frame, tabs.of(visit, page.spec().path())));
  }

  public Response export(DashboardRequest visit) {
    var request = ListRequest.of(visit, page.spec());
    AccountFilter account = AccountFilter.of(request, visit, accounts);
    return page.export(visit, inquiry(visit, request, sought(request, account)));
  }

  private ListInquiry<HeldEntry> inquiry(
      DashboardRequest visit, ListRequest request, UnappliedFundsSearch sought) {
    return new ListInquiry<>(request, asked -> funds.look(visit.realm(), sought, asked), "");
  }

  private UnappliedFundsSearch sought(ListRequest request, AccountFilter account) {
    AmountFilter amount = AmountFilter.of(request);
    return new UnappliedFundsSearch(
        filter(request.get(STATUS).orElse(Status.OPEN.text())),
        account.account(),
        spans(amount),
        DateFilter.of(request, clock.instant()).span());
  }

  private UnappliedFundsFilter filter(String status) {
    return new UnappliedFundsFilter(
        kind,
        status.equals(ALL) ? Optional.empty() : Optional.of(Status.of(status)),
        Optional.empty());
  }

  private static List<AmountSpan> spans(AmountFilter amount) {
    return amount.words().isEmpty()
        ? List.of()
        : amount.searches().stream()
            .map(search -> new AmountSpan(currencies(search), search.bounds()))
            .toList();
  }

  private static Set<Currency> currencies(AmountFilter.Search search) {
    return search.currencies().isEmpty()
        ? Set.copyOf(Currency.all().values())
        : search.currencies();
  }

  private TabLink tab(
      DashboardRequest visit, ListRequest request, String status, UnappliedFundsSearch sought) {
    boolean isOpen = status.isEmpty();
    boolean counts = request.isGood() && request.hasOnly(STATUS.alone(), DateFilter.FILTER);
    String chosen = request.text(STATUS);
    return new TabLink(
        isOpen ? "Open" : CodeText.of(status),
        page.paging(visit).with(STATUS.name(), status),
        counts
            ? Optional.of(
                funds
                    .count(
                        visit.realm(),
                        filter(isOpen ? Status.OPEN.text() : status),
                        sought.created())
                    .text())
            : Optional.empty(),
        chosen.equals(status) || (isOpen && chosen.equals(Status.OPEN.text())));
  }
}
