package florin.dashboard.books;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.CLIPPED;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.WIDE_LINE;

import florin.books.BalanceStore.ConnectorBalance;
import florin.books.BalanceStore.TransactionFilter;
import florin.books.BalanceTransaction;
import florin.books.Books;
import florin.books.MovementType;
import florin.books.SettlementPositionStore.ReportState;
import florin.books.SettlementStore.StoredLine;
import florin.connector.instance.Instances;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BalanceTransactionId;
import florin.core.Id.PaymentId;
import florin.core.Page.Findings;
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
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.page.AmountText;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** `/dashboard/balance`: the money at the connectors, and each movement of it. */
public final class BalancePages {
  private static final ListField<MovementType> TYPE =
      ListField.choice(
          "type", "Type", "Any", MovementText.LISTED, MovementType::text, MovementText::of);

  private static final String MISSING = "missing_there";

  private static final ListField<String> STATUS =
      ListField.choice(
          "status",
          "Reported",
          "Any",
          List.of(MISSING),
          text -> text,
          _ -> "Missing in the provider's reports");

  private static final ListField<PaymentId> PAYMENT =
      ListField.id("payment", "Payment ID", PaymentId.KIND, "a payment's", "");

  public static final ListSpec<TransactionLine> LIST =
      ListSpec.<TransactionLine>of(
              "balance",
              "/dashboard/balance",
              "Balance",
              TransactionLine::path,
              List.of(TYPE.alone(), STATUS.alone(), DateFilter.FILTER, PAYMENT.alone("Payment")))
          .listing("movements")
          .always("Type", LINE, "main", BalancePages::type)
          .usual("details", "Details", CLIPPED, "status", BalancePages::details)
          .always("Amount", AMOUNT, "amount", line -> amount(line, line.transaction.amount()))
          .usual(
              "fee", "Fee", AMOUNT, line -> amount(line, line.transaction.fee().map(fee -> -fee)))
          .usual("net", "Net", AMOUNT, line -> amount(line, line.transaction.net()))
          .usual("connector", "Connector", WIDE_LINE, line -> Cell.foreign(line.connector))
          .optional(
              "available",
              "Available",
              LINE,
              line ->
                  Cell.text(
                      line.transaction.availableOn().map(LocalDate::parse).map(BankText::day)))
          .created("Date", "when", line -> line.transaction.created())
          .id(line -> line.transaction.id().text());

  public static final String PATH = LIST.path();
  public static final String REFRESH_PATH = PATH + "/refresh";

  private final Books books;
  private final Instances instances;
  private final SourceNames sourceNames;
  private final ListPage<BalanceTransaction, TransactionLine> page;
  private final InstantSource clock;

  public BalancePages(
      Books books,
      Instances instances,
      SourceNames sourceNames,
      ListPages lists,
      InstantSource clock) {
    this.books = books;
    this.instances = instances;
    this.sourceNames = sourceNames;
    this.page =
        new ListPage<>(
            LIST, BalanceTransactionId.KIND, BalanceTransaction::id, lists, Optional.empty());
    this.clock = clock;
  }

  /**
   * A line of the activity.
   *
   * @param connector its name; empty for money at the bank
   * @param settled the line of a provider's report, for movements that belong to no other object
   * @param name of the payment or refund
   */
  record TransactionLine(
      BalanceTransaction transaction,
      String connector,
      Optional<StoredLine> settled,
      Optional<String> name) {
    /** Returns the path of the object's page; empty if it has none. */
    private String path() {
      return ObjectPath.of(transaction.source().text()).orElse("");
    }
  }

  /**
   * The page.
   *
   * @param asOf the time until which all events are included
   * @param isComplete false while older payments are being added
   * @param reports the states of the providers' reports
   */
  public record View(
      ListFrame frame,
      Instant asOf,
      boolean isComplete,
      List<CurrencyBalance> balances,
      List<Report> reports,
      String curl) {
    public View {
      balances = List.copyOf(balances);
      reports = List.copyOf(reports);
    }
  }

  /** The balance of a currency, as amounts in words. */
  public record CurrencyBalance(String currency, Sums all, List<Sums> connectors) {
    public CurrencyBalance {
      connectors = List.copyOf(connectors);
    }
  }

  /**
   * The amounts of a connector, or of all.
   *
   * @param name of the connector
   */
  public record Sums(
      String name, String available, String inTransit, String pending, String disputed) {
    private static Sums of(String name, Currency currency, List<ConnectorBalance> balances) {
      ToLongFunction<ToLongFunction<ConnectorBalance>> sum =
          part -> balances.stream().mapToLong(part).sum();
      return new Sums(
          name,
          AmountText.of(sum.applyAsLong(ConnectorBalance::available), currency),
          AmountText.of(sum.applyAsLong(ConnectorBalance::inTransit), currency),
          AmountText.of(sum.applyAsLong(ConnectorBalance::pending), currency),
          AmountText.of(sum.applyAsLong(ConnectorBalance::disputed), currency));
    }
  }

  /**
   * The state of a provider's reports, with the connector's name.
   *
   * @param missing the number of payments and refunds that should be in the reports, and aren't
   */
  public record Report(String name, ReportState state, long missing) {
    /** Returns the path of the list of the missing ones. */
    public String missingPath() {
      return PATH + "?status=" + MISSING;
    }
  }

  private static Cell type(TransactionLine line) {
    String words = MovementText.of(line.transaction.type().text());
    return line.path().isEmpty() ? Cell.text(words) : new Cell.Link(line.path(), words, false, "");
  }

  private static Cell details(TransactionLine line) {
    return line.settled
        .map(settled ->
            settled.description().isEmpty() ? settled.reference() : settled.description())
        .or(() -> line.name)
        .map(Cell::foreign)
        .orElseGet(() -> Cell.code(line.transaction.source().text()));
  }

  private static Cell amount(TransactionLine line, long minor) {
    return Cell.text(AmountText.of(minor, line.transaction.currency()));
  }

  private static Cell amount(TransactionLine line, Optional<Long> minor) {
    return minor.map(it -> amount(line, it)).orElseGet(() -> Cell.text(""));
  }

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    Realm realm = visit.realm();
    ConnectorNames names = ConnectorNames.of(instances, realm);
    var filter =
        new TransactionFilter(
            request.get(TYPE),
            request.get(PAYMENT).map(PaymentId::uuid),
            Optional.empty(),
            DateFilter.of(request, clock.instant()).span(),
            request.get(STATUS).isPresent());
    return page.show(
        visit,
        new ListInquiry<>(
            request, asked -> Findings.of(books.balances.list(realm, filter, asked)), ""),
        List.of(),
        found -> lines(realm, names, found),
        frame -> view(visit, names, frame));
  }

  private List<TransactionLine> lines(
      Realm realm, ConnectorNames names, List<BalanceTransaction> found) {
    Map<Id, StoredLine> settled = books.lines.sources(realm, found);
    Map<Id, String> sources =
        sourceNames.of(realm, found.stream().map(BalanceTransaction::source).toList());
    return found.stream()
        .map(it ->
            new TransactionLine(
                it,
                it.connector().map(names::of).orElse(""),
                Optional.ofNullable(settled.get(it.source())),
                Optional.ofNullable(sources.get(it.source()))))
        .toList();
  }

  /** Reads the time first, so that the sums include at least the events until then. */
  private View view(DashboardRequest visit, ConnectorNames names, ListFrame frame) {
    Realm realm = visit.realm();
    Instant asOf = books.asOf();
    boolean isComplete = books.balances.isComplete(realm);
    Map<String, Long> missing = books.missing.count(realm);
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return new View(
        frame,
        asOf,
        isComplete,
        balances(names, books.balances.listBalances(realm, today)),
        books.positions.list(realm).stream()
            .map(state ->
                new Report(
                    names.of(state.connector()),
                    state,
                    missing.getOrDefault(state.connector(), 0L)))
            .toList(),
        SettlementCurl.at(visit.origin()));
  }

  private static List<CurrencyBalance> balances(
      ConnectorNames names, List<ConnectorBalance> balances) {
    return balances.stream()
        .collect(
            Collectors.groupingBy(
                it -> it.currency().code(), TreeMap::new, Collectors.toUnmodifiableList()))
        .values()
        .stream()
        .map(all -> balance(names, all))
        .toList();
  }

  private static CurrencyBalance balance(ConnectorNames names, List<ConnectorBalance> all) {
    Currency currency = all.getFirst().currency();
    return new CurrencyBalance(
        CodeText.upper(currency.code()),
        Sums.of("", currency, all),
        all.stream()
            .map(one -> Sums.of(names.of(one.connector()), currency, List.of(one)))
            .toList());
  }

  /** Returns the path of the movements of a payment. */
  public static String pathOf(PaymentId payment) {
    return PATH + "?" + PAYMENT.name() + "=" + payment.text();
  }

  /** Reads the providers' reports soon. */
  public Response refresh(DashboardRequest visit) {
    books.job.refresh(visit.realm());
    return Done.to(PATH).saying("Reading the providers' reports. Reload the page in a moment.");
  }
}
