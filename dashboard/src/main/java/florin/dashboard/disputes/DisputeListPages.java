package florin.dashboard.disputes;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.CLIPPED;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.WIDE_LINE;

import florin.connector.instance.Instances;
import florin.core.Id.CustomerId;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.books.ConnectorNames;
import florin.dashboard.list.Cell;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListFrame;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.CsvFile;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.DisputeText;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.MethodText;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.TabLink;
import florin.db.IdTime;
import florin.dispute.Dispute;
import florin.dispute.Dispute.Status;
import florin.dispute.DisputeStore;
import florin.dispute.DisputeStore.DisputeFilter;
import florin.payment.machine.Payment;
import florin.payment.store.PaymentStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** `/dashboard/disputes`: the list of disputes, and its CSV export. */
public final class DisputeListPages {
  /** The statuses that belong together for a person. */
  @SuppressWarnings("ImmutableEnumChecker") // its sets come from Set.of
  private enum Group {
    NEEDS_RESPONSE("Needs response", Set.of(Status.NEEDS_RESPONSE, Status.INQUIRY)),
    UNDER_REVIEW(
        "Under review", Set.of(Status.SUBMITTED, Status.UNDER_REVIEW, Status.SECOND_ROUND)),
    WON("Won", Set.of(Status.WON)),
    LOST("Lost", Set.of(Status.LOST, Status.ACCEPTED, Status.EXPIRED)),
    PREVENTED("Prevented", Set.of(Status.PREVENTED));

    private final String words;
    private final Set<Status> statuses;

    Group(String words, Set<Status> statuses) {
      this.words = words;
      this.statuses = statuses;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static String words(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT)).words;
    }

    private boolean isOpen() {
      return statuses.stream().noneMatch(Status::isClosed);
    }
  }

  private static final ListField<Group> STATUS =
      ListField.choice(
          "status", "Status", "Any", List.of(Group.values()), Group::text, Group::words);
  private static final ListField<PaymentId> PAYMENT =
      ListField.id("payment", "Payment ID", PaymentId.KIND, "a payment's", "");

  public static final ListSpec<DisputeLine> LIST =
      ListSpec.<DisputeLine>of(
              "disputes",
              "/dashboard/disputes",
              "Disputes",
              line -> path(line.dispute.id()),
              List.of(STATUS.alone(), DateFilter.FILTER, PAYMENT.alone("Payment")))
          .always("Amount", AMOUNT, "amount", DisputeListPages::amount)
          .usual("respond_by", "Respond by", LINE, "sub", DisputeListPages::respondBy)
          .usual("status", "Status", LINE, "status", DisputeListPages::status)
          .usual(
              "reason", "Reason", LINE, "main", line -> Cell.text(DisputeText.reason(line.dispute)))
          .usual("customer", "Customer", CLIPPED, line -> Cell.foreign(line.payer()))
          .usual(
              "card",
              "Card",
              LINE,
              line -> new Cell.Method(MethodText.of(line.payment.method().instrument())))
          .usual("paid", "Paid", WIDE_LINE, line -> new Cell.Time(line.payment.created()))
          .optional("connector", "Connector", WIDE_LINE, line -> Cell.foreign(line.connector))
          .created("Opened", "when", line -> line.dispute.created())
          .optional("payment", "Payment", LINE, line -> Cell.code(line.payment.id().text()))
          .id(line -> line.dispute.id().text());

  public static final String PATH = LIST.path();

  /** The disputes to which the merchant can respond. */
  public static final String AWAITED_PATH =
      PATH + "?" + STATUS.name() + "=" + Group.NEEDS_RESPONSE.text();

  private static final CsvExport.Columns<Dispute> FILE =
      new CsvExport.Columns<Dispute>()
          .column("id", dispute -> dispute.id().text())
          .created(Dispute::created)
          .column("status", dispute -> dispute.status().text())
          .optional("amount", dispute -> dispute.state().amount().map(AmountFormat::text))
          .optional("currency", dispute -> dispute.state().amount().map(it -> it.currency().code()))
          .column("reason", dispute -> dispute.state().reason())
          .optional("network_reason_code", dispute -> dispute.state().networkReasonCode())
          .optional("due_by", dispute -> dispute.state().dueBy().map(Instant::toString))
          .optional("closed", dispute -> dispute.state().closed().map(Instant::toString))
          .column("payment", dispute -> dispute.payment().text())
          .column("connector", dispute -> dispute.connector().id())
          .column("provider_id", Dispute::providerId);

  private final DisputeStore disputes;
  private final PaymentStore payments;
  private final Customers customers;
  private final Instances instances;
  private final DisputeFigures figures;
  private final ListPage<Dispute, DisputeLine> page;
  private final InstantSource clock;

  public DisputeListPages(
      DisputeStore disputes,
      PaymentStore payments,
      Customers customers,
      Instances instances,
      DisputeFigures figures,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.disputes = disputes;
    this.payments = payments;
    this.customers = customers;
    this.instances = instances;
    this.figures = figures;
    this.page =
        new ListPage<>(
            LIST, DisputeId.KIND, Dispute::id, lists, Optional.of(new CsvFile<>(exports, FILE)));
    this.clock = clock;
  }

  /**
   * A line of the list.
   *
   * @param customer of the payment, unless it was deleted
   * @param connector its name
   */
  record DisputeLine(
      Dispute dispute,
      Payment payment,
      Optional<Customer> customer,
      String connector,
      Instant now) {
    private String payer() {
      return customer.map(CustomerText::of).or(() -> CustomerText.guest(payment)).orElse("");
    }
  }

  /** The list, and the figures above it. */
  public record View(ListFrame frame, List<Fact> figures) {
    public View {
      figures = List.copyOf(figures);
    }
  }

  static String path(DisputeId id) {
    return PATH + "/" + id.text();
  }

  private static Cell amount(DisputeLine line) {
    return new Cell.Link(path(line.dispute.id()), DisputeText.amount(line.dispute), false, "");
  }

  private static Cell respondBy(DisputeLine line) {
    return new Cell.Remarks(DisputeText.left(line.dispute, line.now).stream().toList(), "");
  }

  private static Cell status(DisputeLine line) {
    return new Cell.Status(DisputeText.pill(line.dispute), "");
  }

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    Realm realm = visit.realm();
    return page.show(
        visit,
        inquiry(realm, request),
        tabs(visit, request),
        found -> lines(realm, found),
        frame -> new View(frame, figures.of(realm, clock.instant())));
  }

  public Response export(DashboardRequest visit) {
    return page.export(visit, inquiry(visit.realm(), ListRequest.of(visit, LIST)));
  }

  private ListInquiry<Dispute> inquiry(Realm realm, ListRequest request) {
    Optional<Group> group = request.get(STATUS);
    DisputeFilter filter =
        filter(group, request.get(PAYMENT), DateFilter.of(request, clock.instant()).span());
    boolean isByDeadline = group.equals(Optional.of(Group.NEEDS_RESPONSE));
    return new ListInquiry<>(
        request,
        asked ->
            Findings.of(
                isByDeadline && asked.startingAfter().isEmpty() && !asked.isBackwards()
                    ? byDeadline(realm, filter, asked)
                    : disputes.list(realm, filter, asked)),
        request.hasOnly() ? "dispute.created" : "");
  }

  /**
   * Returns all disputes on one page, those with the next deadline first. If there are too many for
   * a page, returns the requested part, newest first.
   */
  private Page<Dispute> byDeadline(Realm realm, DisputeFilter filter, PageRequest asked) {
    Page<Dispute> all = disputes.list(realm, filter, PageRequest.first(PageRequest.MAX_LIMIT));
    return all.hasMore()
        ? disputes.list(realm, filter, asked)
        : new Page<>(
            all.data().stream()
                .sorted(
                    Comparator.comparing(dispute -> dispute.state().dueBy().orElse(Instant.MAX)))
                .toList(),
            false);
  }

  private static DisputeFilter filter(
      Optional<Group> group, Optional<PaymentId> payment, IdTime.Span created) {
    return new DisputeFilter(
        group.map(it -> it.statuses).orElse(Set.of()),
        group.map(Group::isOpen),
        payment,
        Optional.empty(),
        IdTime.Span.ALWAYS,
        created);
  }

  private List<TabLink> tabs(DashboardRequest visit, ListRequest request) {
    IdTime.Span created = DateFilter.of(request, clock.instant()).span();
    return page.tabs(
        visit,
        request,
        STATUS,
        List.of(Group.values()),
        Group::text,
        group -> disputes.count(visit.realm(), filter(group, Optional.empty(), created)).text());
  }

  private List<DisputeLine> lines(Realm realm, List<Dispute> found) {
    ConnectorNames names = ConnectorNames.of(instances, realm);
    Map<PaymentId, Payment> disputed =
        payments.list(realm, found.stream().map(Dispute::payment).distinct().toList()).stream()
            .collect(Collectors.toMap(Payment::id, Function.identity()));
    Map<CustomerId, Customer> known =
        customers.findAll(
            realm,
            disputed.values().stream()
                .flatMap(payment -> payment.terms().customer().stream())
                .toList());
    Instant now = clock.instant();
    return found.stream()
        .flatMap(dispute ->
            Optional.ofNullable(disputed.get(dispute.payment())).stream()
                .map(payment ->
                    new DisputeLine(
                        dispute,
                        payment,
                        payment
                            .terms()
                            .customer()
                            .flatMap(id -> Optional.ofNullable(known.get(id))),
                        names.of(dispute.connector().id()),
                        now)))
        .toList();
  }
}
