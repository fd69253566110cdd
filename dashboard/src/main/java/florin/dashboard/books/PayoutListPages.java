package florin.dashboard.books;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.LINE;

import florin.bank.account.ReceivingAccounts;
import florin.books.Books;
import florin.books.Payout;
import florin.books.Payout.Status;
import florin.books.PayoutStore.PayoutFilter;
import florin.connector.instance.Instances;
import florin.core.ErrorCode;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page.Findings;
import florin.core.Problem;
import florin.core.Realm;
import florin.dashboard.list.Cell;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListFrame;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.page.AmountText;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** `/dashboard/payouts`: the list of payouts. */
public final class PayoutListPages {
  private static final ListField<Status> STATUS =
      ListField.choice(
          "status", "Status", "Any", List.of(Status.values()), Status::text, PayoutText::words);

  public static final ListSpec<PayoutLine> LIST =
      ListSpec.<PayoutLine>of(
              "payouts",
              "/dashboard/payouts",
              "Payouts",
              line -> PayoutPages.path(line.payout.id()),
              List.of(STATUS.alone(), DateFilter.FILTER))
          .always("Amount", AMOUNT, "amount", PayoutListPages::amount)
          .usual(
              "status",
              "Status",
              LINE,
              "status",
              line -> new Cell.Status(PayoutText.pill(line.payout), ""))
          .usual(
              "arrives", "Arrives", LINE, line -> Cell.text(BankText.day(line.payout.arrivesOn())))
          .usual("connector", "Connector", LINE, "main", line -> Cell.foreign(line.connector))
          .usual("account", "Bank account", LINE, line -> Cell.foreign(line.account))
          .optional("reference", "Reference", LINE, line -> Cell.code(line.payout.reference()))
          .created("Created", "when", line -> line.payout.created())
          .id(line -> line.payout.id().text());

  public static final String PATH = LIST.path();

  /** Simulates a settlement, in test mode. */
  public static final String SETTLE_PATH = PATH + "/settle";

  private final Books books;
  private final Instances instances;
  private final ReceivingAccounts accounts;
  private final ListPage<Payout, PayoutLine> page;
  private final InstantSource clock;

  public PayoutListPages(
      Books books,
      Instances instances,
      ReceivingAccounts accounts,
      ListPages lists,
      InstantSource clock) {
    this.books = books;
    this.instances = instances;
    this.accounts = accounts;
    this.page = new ListPage<>(LIST, PayoutId.KIND, Payout::id, lists, Optional.empty());
    this.clock = clock;
  }

  /**
   * A line of the list.
   *
   * @param account the bank account at which it arrived; empty if none is known
   */
  record PayoutLine(Payout payout, String connector, String account) {}

  /**
   * The list.
   *
   * @param curl the command that simulates a settlement
   */
  public record View(ListFrame frame, String curl) {}

  private static Cell amount(PayoutLine line) {
    return new Cell.Link(
        PayoutPages.path(line.payout.id()),
        AmountText.of(line.payout.amount(), line.payout.currency()),
        false,
        "");
  }

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    Realm realm = visit.realm();
    var filter =
        new PayoutFilter(
            request.get(STATUS), Optional.empty(), DateFilter.of(request, clock.instant()).span());
    return page.show(
        visit,
        new ListInquiry<>(
            request,
            asked -> Findings.of(books.payoutStore.list(realm, filter, asked)),
            request.hasOnly() ? "payout.created" : ""),
        List.of(),
        found -> lines(realm, found),
        frame -> new View(frame, SettlementCurl.at(visit.origin())));
  }

  /** Settles all payments of the simulator that no payout has. */
  public Response settle(DashboardRequest visit) {
    if (visit.realm().isLive()) {
      throw new Problem.BadRequest(
              ErrorCode.BAD_REQUEST, "Settlements are simulated in test mode. Switch to it first.")
          .refusal();
    }
    return Done.to(PATH)
        .after(
            () -> books.simulated.settleNow(visit.realm(), visit.originOnce("settle")),
            "The simulator has settled all payments until now.");
  }

  private List<PayoutLine> lines(Realm realm, List<Payout> found) {
    ConnectorNames names = ConnectorNames.of(instances, realm);
    Map<ReceivingAccountId, String> banks =
        accounts.listAll(realm).stream()
            .collect(Collectors.toMap(account -> account.id(), BankText::account));
    return found.stream()
        .map(payout ->
            new PayoutLine(
                payout,
                names.of(payout.connector()),
                payout.account().map(id -> banks.getOrDefault(id, "")).orElse("")))
        .toList();
  }
}
