package florin.dashboard.customers;

import static florin.payment.machine.Status.PROCESSING;
import static florin.payment.machine.Status.REQUIRES_ACTION;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;
import florin.customer.Customers;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.NoteForms;
import florin.dashboard.parts.NotesView;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.dashboard.payments.CurrencyChoice;
import florin.dashboard.payments.PaymentListPages;
import florin.http.Form;
import florin.http.JsonText;
import florin.instrument.Card;
import florin.mandate.Mandate;
import florin.mandate.Mandates;
import florin.page.AmountText;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethods;
import florin.report.CustomerFigures;
import florin.report.CustomerFigures.CustomerTotals;
import florin.team.Permission;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Assembles the page of a customer. */
public final class CustomerPage {
  static final String CARD = "card";
  static final String CHARGE = "charge";
  static final String NOTE = "note";

  /** The field with the text to which the customer agrees. */
  static final String MANDATE = "mandate.text";

  /** The most payments and methods that are shown, the newest; the list of payments has all. */
  private static final int MAX_SHOWN = 20;

  /** The months before its expiry from which a card is marked. */
  private static final int SOON_MONTHS = 2;

  private final Customers customers;
  private final Payments payments;
  private final PaymentMethods methods;
  private final Mandates mandates;
  private final CustomerFigures figures;
  private final NoteForms notes;
  private final InstantSource clock;

  public CustomerPage(
      Customers customers,
      Payments payments,
      PaymentMethods methods,
      Mandates mandates,
      CustomerFigures figures,
      NoteForms notes,
      InstantSource clock) {
    this.customers = customers;
    this.payments = payments;
    this.methods = methods;
    this.mandates = mandates;
    this.figures = figures;
    this.notes = notes;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param totals the customer's totals
   * @param payments the newest
   * @param allPayments the list of all; empty if these are all
   * @param mandates the latest mandate of each method that has one
   * @param charge the form that charges a saved method; empty if that is impossible
   * @param request the form that requests a card; empty before it was sent
   */
  public record View(
      Customer customer,
      List<Fact> totals,
      List<Fact> facts,
      List<Payment> payments,
      Optional<String> allPayments,
      List<PaymentMethod> methods,
      Map<PaymentMethodId, MandateLines> mandates,
      Optional<ChargeView> charge,
      Optional<Form> request,
      NotesView notes,
      String json,
      YearMonth now) {
    public View {
      totals = List.copyOf(totals);
      facts = List.copyOf(facts);
      payments = List.copyOf(payments);
      methods = List.copyOf(methods);
      mandates = Map.copyOf(mandates);
    }

    /** Returns the card of a saved payment method; empty for a method without an expiry date. */
    public Optional<Card> card(PaymentMethod method) {
      return method.instrument().findCard();
    }

    public boolean hasExpired(Card card) {
      return end(card).isBefore(now);
    }

    /** Returns whether a card expires soon, or has expired. */
    public boolean isExpiring(Card card) {
      return end(card).isBefore(now.plusMonths(SOON_MONTHS));
    }

    private static YearMonth end(Card card) {
      return YearMonth.of(card.expYear(), card.expMonth());
    }
  }

  /** A mandate: its status and the evidence. */
  public record MandateLines(Mandate.Status status, List<Fact> facts) {
    public MandateLines {
      facts = List.copyOf(facts);
    }

    static MandateLines of(Mandate mandate, Instant now) {
      var facts = new ArrayList<Fact>();
      facts.add(Fact.of("Text", mandate.consent().text()));
      facts.add(Fact.of("Agreed", TimeText.minutes(mandate.consent().accepted())));
      mandate.consent().ipAddress().ifPresent(from -> facts.add(Fact.of("IP address", from)));
      mandate
          .state()
          .authentication()
          .ifPresent(result -> facts.add(Fact.of("3-D Secure", result.transStatus().text())));
      mandate
          .state()
          .renewed()
          .ifPresent(at -> facts.add(Fact.of("Renewed", TimeText.minutes(at))));
      mandate
          .state()
          .revocation()
          .ifPresent(end ->
              facts.add(
                  Fact.of(
                      "Revoked", TimeText.minutes(end.at()) + ", " + CodeText.of(end.reason()))));
      facts.add(Fact.code("ID", mandate.id().text()));
      return new MandateLines(mandate.status(now), facts);
    }
  }

  /**
   * The form of a charge.
   *
   * @param methods that can be charged
   * @param once makes the form idempotent
   */
  public record ChargeView(
      Form form,
      CurrencyChoice currencies,
      boolean isOpen,
      List<SelectOption> methods,
      String once) {
    public ChargeView {
      methods = List.copyOf(methods);
    }
  }

  Response show(DashboardRequest visit, Customer customer) {
    return Response.Page.of(
        "customer", CustomerText.of(customer), view(visit, customer, Optional.empty()));
  }

  /**
   * Returns the page with the errors of a form.
   *
   * @param sent {@link #CARD}, {@link #CHARGE} or {@link #NOTE}
   */
  Response again(DashboardRequest visit, Customer customer, String sent) {
    return Response.Page.again(
        "customer", CustomerText.of(customer), view(visit, customer, Optional.of(sent)));
  }

  private View view(DashboardRequest visit, Customer customer, Optional<String> sent) {
    CustomerId id = customer.id();
    String path = CustomerPages.pathOf(id);
    Page<Payment> paid =
        payments.list(visit.realm(), CustomerPages.paymentsOf(id), PageRequest.first(MAX_SHOWN));
    List<PaymentMethod> kept = methods.list(visit.realm(), id, PageRequest.first(MAX_SHOWN)).data();
    return new View(
        customer,
        totals(figures.of(visit.realm(), id)),
        facts(customer.profile(), openSetups(visit.realm(), id)),
        paid.data(),
        Optional.of(PaymentListPages.PATH + "?" + ListSpec.SEARCH + "=" + id.text())
            .filter(_ -> paid.hasMore()),
        kept,
        mandates(visit.realm(), kept),
        charge(visit, kept, paid.data(), sent),
        sent.filter(CARD::equals).map(_ -> visit.form()),
        notes.view(visit, id, path, sent.equals(Optional.of(NOTE)) ? visit.form() : Form.empty()),
        customers
            .findView(visit.realm(), id)
            .map(JsonText::ofView)
            .map(JsonText::pretty)
            .orElse(""),
        YearMonth.from(clock.instant().atZone(ZoneOffset.UTC)));
  }

  private Map<PaymentMethodId, MandateLines> mandates(Realm realm, List<PaymentMethod> kept) {
    var lines = new HashMap<PaymentMethodId, MandateLines>();
    for (PaymentMethod method : kept) {
      method
          .state()
          .mandate()
          .flatMap(id -> mandates.find(realm, id))
          .ifPresent(mandate -> lines.put(method.id(), MandateLines.of(mandate, clock.instant())));
    }
    return lines;
  }

  /**
   * Returns the form of a charge. It offers no method that a provider keeps, because the provider
   * charges these only under a mandate and with a reason, which the API takes.
   */
  private static Optional<ChargeView> charge(
      DashboardRequest visit, List<PaymentMethod> kept, List<Payment> paid, Optional<String> sent) {
    List<PaymentMethod> chargeable =
        kept.stream().filter(method -> method.state().provider().isEmpty()).toList();
    if (chargeable.isEmpty() || !visit.may(Permission.CHARGE_CUSTOMER)) {
      return Optional.empty();
    }
    boolean isSent = sent.equals(Optional.of(CHARGE));
    boolean isAsked = sent.isEmpty() && visit.query().value("dialog").equals(Optional.of(CHARGE));
    String currency =
        paid.stream()
            .map(payment -> CodeText.upper(payment.terms().amount().currency().code()))
            .findFirst()
            .orElse("USD");
    return Optional.of(
        new ChargeView(
            isSent
                ? visit.form()
                : Form.of(
                    Map.of(
                        "currency",
                        currency,
                        "payment_method",
                        visit.query().value("method").orElse(""))),
            CurrencyChoice.of(paid.stream().map(payment -> payment.terms().amount().currency())),
            isSent || isAsked,
            chargeable.stream()
                .map(method -> new SelectOption(method.id().text(), method.instrument().label()))
                .toList(),
            visit.request().text()));
  }

  private static List<Fact> totals(CustomerTotals totals) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Payments", CustomerListPages.payments(totals)));
    long succeeded = totals.spent().stream().mapToLong(CustomerTotals.Spent::succeeded).sum();
    facts.add(Fact.of("Succeeded", "%,d".formatted(succeeded) + (totals.isWhole() ? "" : "+")));
    totals
        .spent()
        .forEach(each ->
            facts.add(
                Fact.of(
                    "Paid in " + CodeText.upper(each.currency().code()),
                    AmountText.of(each.minor(), each.currency()) + (totals.isWhole() ? "" : "+"))));
    return facts;
  }

  /** Returns the setups that keep the customer from being deleted. */
  private List<Payment> openSetups(Realm realm, CustomerId customer) {
    return payments
        .listSetups(realm, Optional.of(customer), PageRequest.first(MAX_SHOWN))
        .data()
        .stream()
        .filter(setup -> setup.status() == PROCESSING || setup.status() == REQUIRES_ACTION)
        .toList();
  }

  private static List<Fact> facts(CustomerProfile profile, List<Payment> openSetups) {
    var facts = new ArrayList<Fact>();
    openSetups.forEach(setup ->
        facts.add(
            Fact.code(
                setup.status() == PROCESSING ? "Setup in processing" : "Setup waits for the payer",
                setup.publicId().text())));
    profile.name().ifPresent(text -> facts.add(Fact.of("Name", text)));
    profile.email().ifPresent(text -> facts.add(Fact.of("Email", text)));
    profile.phone().ifPresent(text -> facts.add(Fact.of("Phone", text)));
    profile.address().ifPresent(address -> facts.add(Fact.of("Address", CustomerText.of(address))));
    profile.description().ifPresent(text -> facts.add(Fact.prose("Description", text)));
    return facts;
  }
}
