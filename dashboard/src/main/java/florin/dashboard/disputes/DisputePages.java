package florin.dashboard.disputes;

import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.instance.Instances;
import florin.core.Id.DisputeId;
import florin.core.Money;
import florin.core.PageRequest;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.books.BalancePages;
import florin.dashboard.books.ConnectorNames;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.DisputeReason;
import florin.dashboard.parts.DisputeText;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.TimeText;
import florin.dashboard.payments.Actors;
import florin.dashboard.payments.PaymentDetail;
import florin.dashboard.payments.PaymentFacts;
import florin.dashboard.payments.Timeline;
import florin.dispute.Dispute;
import florin.dispute.DisputeFees;
import florin.dispute.DisputeStore;
import florin.event.EventLog;
import florin.http.Form;
import florin.http.Format;
import florin.page.AmountText;
import florin.payment.Payments;
import florin.payment.dispute.TestDisputes;
import florin.payment.evidence.Evidence;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.evidence.EvidencePreview;
import florin.payment.machine.Payment;
import florin.team.Permission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** `/dashboard/disputes/{id}`: a dispute, with the facts that decide it. */
public final class DisputePages {
  /** The most other payments of the customer, the newest. */
  private static final int MAX_OTHERS = 5;

  private static final Format<DisputeStatus> OUTCOME =
      Format.choice(List.of(DisputeStatus.WON, DisputeStatus.LOST), DisputeStatus::text);

  private final DisputeStore disputes;
  private final Payments payments;
  private final Customers customers;
  private final EventLog events;
  private final Details details;
  private final TestDisputes tests;
  private final EvidenceDrafts drafts;

  /** The most time between a change and its audit entry, which are in one commit. */
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final InstantSource clock;

  /** The sources of the details. */
  public record Details(Instances instances, DisputeFees fees, Actors actors) {}

  public DisputePages(
      DisputeStore disputes,
      Payments payments,
      Customers customers,
      EventLog events,
      Details details,
      TestDisputes tests,
      EvidenceDrafts drafts,
      InstantSource clock) {
    this.disputes = disputes;
    this.payments = payments;
    this.customers = customers;
    this.events = events;
    this.details = details;
    this.tests = tests;
    this.drafts = drafts;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param left the time that is left to respond; empty if no response is awaited
   * @param due the deadline; empty if no response is awaited
   * @param others the customer's other payments, the newest
   * @param once makes a decision or a response idempotent
   */
  public record View(
      String path,
      String amount,
      Pill pill,
      Optional<Fact> customer,
      Dispute dispute,
      NextStep next,
      Optional<Instant> due,
      Optional<Pill> left,
      DisputeReason reason,
      List<Fact> payment,
      List<Fact> checks,
      List<Payment> others,
      Timeline timeline,
      List<Fact> facts,
      EvidenceSection evidence,
      boolean canDecide,
      String once) {
    public View {
      payment = List.copyOf(payment);
      checks = List.copyOf(checks);
      others = List.copyOf(others);
      facts = List.copyOf(facts);
    }
  }

  /**
   * The next step.
   *
   * @param links the pages on which to take it; the first is the main one
   */
  public record NextStep(String tone, String words, List<Fact> links) {
    public NextStep {
      links = List.copyOf(links);
    }
  }

  public Response show(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    EvidencePreview preview = drafts.preview(visit.realm(), dispute.id());
    return Response.Page.of(
        "dispute",
        title(dispute),
        view(visit, dispute, preview, EvidenceSection.formOf(preview.evidence())));
  }

  /** Returns the page with the typed texts and their errors. */
  Response again(DashboardRequest visit, Dispute dispute, Form form) {
    return Response.Page.again(
        "dispute",
        title(dispute),
        view(visit, dispute, drafts.preview(visit.realm(), dispute.id()), form));
  }

  private static String title(Dispute dispute) {
    return "Dispute of " + DisputeText.amount(dispute);
  }

  private View view(DashboardRequest visit, Dispute dispute, EvidencePreview preview, Form form) {
    Payment payment = payments.find(visit.realm(), dispute.payment()).orElseThrow();
    Optional<Customer> customer =
        payment.terms().customer().flatMap(id -> customers.find(visit.realm(), id));
    Instant now = clock.instant();
    EvidenceSection evidence =
        EvidenceSection.of(
            preview,
            visit.may(Permission.RESPOND_TO_DISPUTES),
            form,
            new EvidenceSection.Saved(savedBy(visit, preview.evidence()), payment.hasReceipt()),
            now);
    return new View(
        DisputeListPages.path(dispute.id()),
        DisputeText.amount(dispute),
        DisputeText.pill(dispute),
        customer
            .map(it -> Fact.of("Customer", CustomerText.of(it)).to(ObjectPath.of(it.id())))
            .or(() -> CustomerText.guest(payment).map(name -> Fact.of("Payer", name))),
        dispute,
        next(visit, dispute, payment, evidence, now),
        dispute.state().dueBy().filter(_ -> DisputeText.isAwaited(dispute)),
        DisputeText.left(dispute, now),
        DisputeReason.of(dispute.state().reason()),
        payment(payment),
        DisputeChecks.of(payment, customer),
        others(payment),
        DisputeTimeline.of(events, dispute),
        facts(visit, dispute),
        evidence,
        visit.may(Permission.RESPOND_TO_DISPUTES) && TestDisputes.canDecide(dispute),
        visit.request().text());
  }

  /** Returns the actor of the last change, such as `by Sam`. */
  private Optional<String> savedBy(DashboardRequest visit, Evidence evidence) {
    Instant saved = evidence.draft().updated().minus(CLOSE);
    return evidence.draft().version() == 0
        ? Optional.empty()
        : details.actors().listDeeds(visit, evidence.dispute().id().text()).stream()
            .filter(deed -> deed.action().startsWith("evidence") && !deed.at().isBefore(saved))
            .filter(deed -> !deed.action().endsWith(".download"))
            .map(Actors.PersonDeed::by)
            .findFirst();
  }

  private static NextStep next(
      DashboardRequest visit,
      Dispute dispute,
      Payment payment,
      EvidenceSection evidence,
      Instant now) {
    var links = new ArrayList<Fact>();
    String path = PaymentDetail.path(payment.id());
    boolean canRefund =
        dispute.status() == Dispute.Status.INQUIRY
            && visit.may(Permission.REFUND_PAYMENT)
            && !payment.state().amounts().refundable().isZero();
    if (canRefund) {
      links.add(Fact.of("Refund", "Refund now…").to(path + "?dialog=refund"));
    }
    boolean isManual = evidence.preview().limits().isEmpty();
    if (DisputeText.isAwaited(dispute) || (isManual && dispute.status().isLost())) {
      PaymentFacts.providerPage(
              payment,
              isManual && !dispute.status().isLost()
                  ? "Respond at the provider"
                  : "Open at the provider")
          .ifPresent(links::add);
    }
    if (dispute.status().isClosed() && !dispute.isInquiry()) {
      links.add(Fact.of("Balance", "Show in balance").to(BalancePages.pathOf(dispute.payment())));
    }
    return DisputeNext.of(dispute, now, links);
  }

  private static List<Fact> payment(Payment payment) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.of("Payment", AmountText.of(payment.terms().amount()))
            .to(PaymentDetail.path(payment.id())));
    facts.add(Fact.of("Paid", TimeText.minutes(payment.created())));
    facts.add(Fact.of("Method", payment.method().label()));
    payment.terms().description().ifPresent(words -> facts.add(Fact.prose("Description", words)));
    if (!payment.state().amounts().refunded().isZero()) {
      facts.add(Fact.of("Refunded", AmountText.of(payment.state().amounts().refunded())));
    }
    return facts;
  }

  /** Returns the other payments of the customer; none for a payer who is no customer. */
  private List<Payment> others(Payment payment) {
    return payment
        .terms()
        .customer()
        .map(id ->
            payments
                .list(
                    payment.realm(),
                    CustomerPages.paymentsOf(id),
                    PageRequest.first(MAX_OTHERS + 1))
                .data()
                .stream()
                .filter(other -> !other.id().equals(payment.id()))
                .limit(MAX_OTHERS)
                .toList())
        .orElse(List.of());
  }

  private List<Fact> facts(DashboardRequest visit, Dispute dispute) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.of(
            "Connector",
            ConnectorNames.of(details.instances(), visit.realm()).of(dispute.connector().id())));
    Optional.ofNullable(details.fees().of(visit.realm(), List.of(dispute)).get(dispute.payment()))
        .map(fee -> Fact.of("Fee", AmountText.of(new Money(fee.amount(), fee.currency()))))
        .ifPresent(facts::add);
    facts.add(Fact.code("ID at the provider", dispute.providerId()));
    facts.add(Fact.code("ID", dispute.id().text()));
    return facts;
  }

  /** Decides a dispute of the simulator. */
  public Response decide(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    DisputeStatus outcome = visit.form().required("outcome", OUTCOME);
    String path = DisputeListPages.path(dispute.id());
    if (!visit.form().isGood()) {
      return Done.to(path).warning("Choose an outcome. Nothing was changed.");
    }
    visit.note(DisputeText.amount(dispute) + ", " + outcome.text());
    return Done.to(path)
        .after(
            () ->
                tests.decide(
                    visit.realm(),
                    dispute.id(),
                    outcome,
                    visit.originOnce("decide " + dispute.id() + " " + outcome)),
            outcome == DisputeStatus.WON ? "Dispute won." : "Dispute lost.");
  }
}
