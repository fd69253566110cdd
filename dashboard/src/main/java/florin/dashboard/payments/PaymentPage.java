package florin.dashboard.payments;

import florin.bank.matching.TransferBook;
import florin.checkout.CheckoutSessions;
import florin.connector.instance.Instances;
import florin.connector.instance.Instances.ReceivedProviderWebhook;
import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Retry;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.DisputeText;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.NoteForms;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.TabLink;
import florin.dashboard.payments.PaymentDetail.Head;
import florin.dashboard.payments.PaymentDetail.Tab;
import florin.dashboard.requests.ObjectRequests;
import florin.dashboard.webhooks.DeliveryRow;
import florin.dashboard.webhooks.DeliveryStatus;
import florin.dispute.DisputeStore;
import florin.event.EventLog;
import florin.http.Form;
import florin.http.JsonText;
import florin.page.AmountText;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.refund.Refunds;
import florin.payment.view.PaymentViews;
import florin.receipt.ReceiptRepeats;
import florin.receipt.ReceiptRepeats.ReceiptMail;
import florin.report.SearchTerm;
import florin.team.Permission;
import florin.team.RefundRequests;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.WebhookEndpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Assembles the page of a payment: its head, and the requested tab. */
public final class PaymentPage {
  static final String NOTE = "note";
  static final String DETAILS = "details";

  /** The most requests to approve refunds, the newest. */
  private static final int MAX_APPROVALS = 3;

  private static final int MAX_WEBHOOKS = 20;
  private static final int MAX_DELIVERIES_EACH = 10;

  private final Payments payments;
  private final DisputeStore disputes;
  private final Refunds refunds;
  private final EventLog events;
  private final Actors actors;
  private final PaymentViews views;
  private final Customers customers;
  private final CheckoutSessions sessions;
  private final NoteForms notes;
  private final ReceiptRepeats receipts;
  private final Deliveries deliveries;
  private final WebhookEndpoints endpoints;
  private final Instances connectors;
  private final TransferBook book;
  private final ObjectRequests requests;
  private final RefundRequests approvals;
  private final PaymentRisk risk;

  public PaymentPage(
      Payments payments,
      DisputeStore disputes,
      Refunds refunds,
      EventLog events,
      Actors actors,
      PaymentViews views,
      Customers customers,
      CheckoutSessions sessions,
      NoteForms notes,
      ReceiptRepeats receipts,
      Deliveries deliveries,
      WebhookEndpoints endpoints,
      Instances connectors,
      TransferBook book,
      ObjectRequests requests,
      RefundRequests approvals,
      PaymentRisk risk) {
    this.payments = payments;
    this.disputes = disputes;
    this.refunds = refunds;
    this.events = events;
    this.actors = actors;
    this.views = views;
    this.customers = customers;
    this.sessions = sessions;
    this.notes = notes;
    this.receipts = receipts;
    this.deliveries = deliveries;
    this.endpoints = endpoints;
    this.connectors = connectors;
    this.book = book;
    this.requests = requests;
    this.approvals = approvals;
    this.risk = risk;
  }

  Response show(DashboardRequest visit, Payment payment) {
    return Response.Page.of("payment", title(payment), view(visit, payment, Optional.empty()));
  }

  /**
   * Shows the page again, with the errors of a form.
   *
   * @param sent the form: one of {@link Dialogs}, {@link #NOTE} or {@link #DETAILS}
   */
  Response again(DashboardRequest visit, Payment payment, String sent) {
    visit.note("the form had invalid fields; nothing was changed");
    return Response.Page.again("payment", title(payment), view(visit, payment, Optional.of(sent)));
  }

  static String title(Payment payment) {
    return "Payment of " + AmountText.of(payment.terms().amount());
  }

  private PaymentDetail view(DashboardRequest visit, Payment payment, Optional<String> sent) {
    PaymentStory story = PaymentStory.of(visit, payment, payments, refunds, events, actors);
    Optional<TransferReceipts> transfers =
        payment.findTransfer().flatMap(_ -> book.find(payment)).map(TransferReceipts::of);
    JsonText json = JsonText.of(views.eventText(payment));
    Optional<Customer> customer =
        payment.terms().customer().flatMap(id -> customers.find(payment.realm(), id));
    String tab = sent.isPresent() ? "" : visit.query().value("tab").orElse("");
    return new PaymentDetail(
        head(
            story,
            transfers,
            customer,
            json,
            Optional.ofNullable(
                payments
                    .listRetries(visit.realm(), List.of(payment), visit.exchange().receivedAt())
                    .get(payment.id()))),
        switch (tab) {
          case "events" -> events(visit, story);
          case "requests" -> requests(visit, story);
          case "json" -> new PaymentDetail.JsonTab(json.pretty());
          default -> overview(visit, story, transfers, sent);
        },
        tabs(payment, tab),
        Dialogs.of(
            visit,
            payment,
            sent,
            receipts.isPossible(payment),
            payment.terms().receiptEmail().or(() -> customer.flatMap(c -> c.profile().email())),
            risk.block(visit, payment)),
        approvals.list(payment.realm(), payment.id(), MAX_APPROVALS));
  }

  private static List<TabLink> tabs(Payment payment, String current) {
    String path = PaymentDetail.path(payment.id());
    boolean isOther = List.of("events", "requests", "json").contains(current);
    return List.of(
        TabLink.of("Overview", path, !isOther),
        TabLink.of("Events and webhooks", path + "?tab=events", current.equals("events")),
        TabLink.of("Requests", path + "?tab=requests", current.equals("requests")),
        TabLink.of("JSON", path + "?tab=json", current.equals("json")));
  }

  private Head head(
      PaymentStory story,
      Optional<TransferReceipts> transfers,
      Optional<Customer> customer,
      JsonText json,
      Optional<Retry> retry) {
    Payment payment = story.payment();
    return new Head(
        payment,
        payer(payment, customer),
        SearchTerm.ORDER_KEYS.stream()
            .flatMap(key ->
                Optional.ofNullable(payment.terms().metadata().get(key)).stream()
                    .map(value -> Fact.of(CodeText.of(key), value)))
            .toList(),
        PaymentProgress.of(story, transfers),
        PaymentFacts.declined(payment, retry),
        PaymentFacts.next(story, transfers.map(TransferReceipts::expected), json),
        disputes(payment),
        json.find("/receipt_url"));
  }

  /** Returns the disputes of a payment. Only a payment that has one is asked for them. */
  private List<Fact> disputes(Payment payment) {
    return payment.findDispute().isEmpty()
        ? List.of()
        : disputes.listOf(payment.realm(), payment.id()).stream()
            .map(dispute ->
                Fact.of(DisputeText.pill(dispute).words(), DisputeText.brief(dispute))
                    .to(ObjectPath.of(dispute.id())))
            .toList();
  }

  /** Returns the customer, or else the payer as far as the payment names one. */
  private static Optional<Fact> payer(Payment payment, Optional<Customer> customer) {
    return payment
        .terms()
        .customer()
        .map(id ->
            customer
                .map(found -> Fact.of("Customer", CustomerText.of(found)).to(ObjectPath.of(id)))
                .orElseGet(() -> Fact.code("Customer, deleted", id.text())))
        .or(() -> CustomerText.guest(payment).map(name -> Fact.of("Payer", name)));
  }

  private Tab overview(
      DashboardRequest visit,
      PaymentStory story,
      Optional<TransferReceipts> transfers,
      Optional<String> sent) {
    Payment payment = story.payment();
    return new PaymentDetail.OverviewTab(
        Timeline.of(story, transfers.map(TransferBlock::sentences).orElse(List.of())),
        transfers.map(found -> TransferBlock.of(visit, payment, found)),
        PaymentFacts.amounts(payment, transfers.map(found -> found.expected().received())),
        facts(payment),
        Stream.concat(PaymentFacts.outcome(payment).stream(), risk.facts(payment).stream())
            .toList(),
        PaymentFacts.technical(story, visit.may(Permission.VIEW_REQUESTS)),
        editing(visit, payment, sent),
        webhooks(visit, story),
        notes.view(
            visit,
            payment.id(),
            PaymentDetail.path(payment.id()),
            sent.equals(Optional.of(NOTE)) ? visit.form() : Form.empty()));
  }

  private List<Fact> facts(Payment payment) {
    var facts = new ArrayList<>(PaymentFacts.facts(payment));
    if (payment.hasReceipt()) {
      receipts.find(payment).ifPresent(mail -> facts.add(Fact.of("Receipt", words(mail))));
    }
    sessions
        .findOfPayment(payment.realm(), payment.id())
        .ifPresent(session ->
            facts.add(Fact.of("Source", "Checkout session").to(ObjectPath.of(session.id()))));
    return facts;
  }

  private static String words(ReceiptMail mail) {
    return switch (mail.status()) {
          case "sent" -> "Emailed to ";
          case "refused" -> "Rejected by the mail server of ";
          case "given_up" -> "Couldn't be delivered to ";
          default -> "On its way to ";
        }
        + mail.recipient();
  }

  private static Optional<MetadataForm> editing(
      DashboardRequest visit, Payment payment, Optional<String> sent) {
    if (sent.equals(Optional.of(DETAILS))) {
      return Optional.of(MetadataForm.sent(visit.form()));
    }
    return visit
        .query()
        .value("edit")
        .filter(what -> what.equals(DETAILS) && visit.may(Permission.DESCRIBE_PAYMENT))
        .map(_ ->
            MetadataForm.of(
                Form.of(Map.of("description", payment.terms().description().orElse(""))),
                payment.terms().metadata()));
  }

  private List<ReceivedProviderWebhook> webhooks(DashboardRequest visit, PaymentStory story) {
    if (!visit.may(Permission.VIEW_CONNECTORS)) {
      return List.of();
    }
    return connectors.listProviderWebhooks(visit.realm(), story.attemptIds(), MAX_WEBHOOKS);
  }

  private Tab events(DashboardRequest visit, PaymentStory story) {
    Map<EventId, List<Delivery>> delivered =
        deliveries.listOfEvents(visit.realm(), story.eventIds(), MAX_DELIVERIES_EACH);
    Optional<Map<WebhookEndpointId, String>> urls =
        Optional.of(visit)
            .filter(who -> who.may(Permission.VIEW_WEBHOOKS))
            .map(_ ->
                DeliveryRow.urls(
                    endpoints, visit.realm(), delivered.values().stream().flatMap(List::stream)));
    return new PaymentDetail.EventsTab(
        story.events(), delivered, statuses(visit, delivered), urls, story.isWhole());
  }

  private Map<DeliveryId, Pill> statuses(
      DashboardRequest visit, Map<EventId, List<Delivery>> delivered) {
    List<Delivery> all = delivered.values().stream().flatMap(List::stream).toList();
    Map<DeliveryId, DeliveryAttempt> last = deliveries.listLastAttempts(visit.realm(), all);
    return all.stream()
        .collect(
            Collectors.toMap(
                Delivery::id,
                delivery ->
                    DeliveryStatus.of(
                        delivery,
                        Optional.ofNullable(last.get(delivery.id())),
                        deliveries.mostAttempts())));
  }

  private Tab requests(DashboardRequest visit, PaymentStory story) {
    String id = story.payment().id().text();
    return new PaymentDetail.RequestsTab(
        requests.list(visit, id, story.actors().logged()),
        visit.may(Permission.VIEW_REQUESTS),
        ObjectRequests.path(id));
  }
}
