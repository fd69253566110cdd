package florin.dashboard;

import florin.core.Bounds;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.customer.Customer;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import florin.customer.Customers;
import florin.dashboard.Response.Done;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.JsonText;
import florin.idempotency.Origin;
import florin.instrument.Card;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.store.PaymentFilter;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethods;
import florin.team.Act;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Customers, what they have paid, and the cards that are kept for them. */
public final class CustomerPages {
  static final String PATH = "/dashboard/customers";

  /** Of a customer's payments and methods, the newest; the list of payments has all. */
  private static final int MAX_SHOWN = 20;

  private final Customers customers;
  private final Payments payments;
  private final PaymentMethods methods;

  public CustomerPages(Customers customers, Payments payments, PaymentMethods methods) {
    this.customers = customers;
    this.payments = payments;
    this.methods = methods;
  }

  /**
   * @param payments the newest
   * @param allPayments where all are; empty when these are all
   */
  public record View(
      String id,
      String path,
      String name,
      Instant created,
      List<Fact> facts,
      Map<String, String> metadata,
      List<PaymentRow> payments,
      Optional<String> allPayments,
      List<MethodRow> methods,
      boolean canDetach,
      String json) {
    public View {
      facts = List.copyOf(facts);
      payments = List.copyOf(payments);
      methods = List.copyOf(methods);
    }
  }

  /** What is kept to pay with. */
  public record MethodRow(String id, String card, String expires, Instant created) {
    static MethodRow of(PaymentMethod method) {
      String expires = method.instrument() instanceof Card card ? card.expires() : "";
      return new MethodRow(
          method.id().text(), method.instrument().label(), expires, method.created());
    }
  }

  Response show(Visit visit) {
    Customer customer = customer(visit);
    CustomerId id = customer.id();
    Page<Payment> paid = payments.list(visit.realm(), of(id), newest());
    return Response.Page.of(
        "customer",
        CustomerText.of(customer),
        new View(
            id.text(),
            pathOf(id),
            CustomerText.of(customer),
            customer.created(),
            facts(customer.profile()),
            customer.profile().metadata(),
            paid.data().stream().map(PaymentRow::of).toList(),
            Optional.of(PaymentListPages.PATH + "?" + PaymentQuery.SEARCH + "=" + id.text())
                .filter(_ -> paid.hasMore()),
            methods.list(visit.realm(), id, newest()).data().stream().map(MethodRow::of).toList(),
            visit.may(Act.EDIT_CUSTOMERS),
            customers
                .findView(visit.realm(), id)
                .map(JsonText::ofView)
                .map(JsonText::pretty)
                .orElse("")));
  }

  /** For good: the card can neither be charged nor attached again. */
  Response detach(Visit visit) {
    Customer customer = customer(visit);
    PaymentMethod method =
        PaymentMethodId.KIND
            .parse(visit.form().text("payment_method"))
            .flatMap(id -> methods.find(visit.realm(), id))
            .filter(found -> found.customer().equals(Optional.of(customer.id())))
            .orElseThrow(PaymentMethodId.KIND::notFound);
    String card = method.instrument().label();
    visit.note(card + ", " + method.id().text());
    methods.detach(visit.realm(), method.id(), new Origin(visit.request(), Optional.empty()));
    return Done.to(pathOf(customer.id())).saying(card + " was detached.");
  }

  private Customer customer(Visit visit) {
    CustomerId id = visit.id(CustomerId.KIND);
    return customers.find(visit.realm(), id).orElseThrow(id::notFound);
  }

  private static List<Fact> facts(CustomerProfile profile) {
    var facts = new ArrayList<Fact>();
    profile.name().ifPresent(text -> facts.add(Fact.of("Name", text)));
    profile.email().ifPresent(text -> facts.add(Fact.of("E-mail", text)));
    profile.phone().ifPresent(text -> facts.add(Fact.of("Phone", text)));
    profile.address().ifPresent(address -> facts.add(Fact.of("Address", text(address))));
    profile.description().ifPresent(text -> facts.add(Fact.of("Description", text)));
    return facts;
  }

  private static String text(Address address) {
    return Stream.of(
            address.line1(),
            address.line2(),
            address.postalCode(),
            address.city(),
            address.state(),
            address.country())
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", "));
  }

  private static PaymentFilter of(CustomerId customer) {
    return new PaymentFilter(
        Optional.of(customer),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Bounds.NONE,
        IdTime.Span.ALWAYS,
        Map.of());
  }

  private static PageRequest newest() {
    return PageRequest.first(MAX_SHOWN);
  }

  private static String pathOf(CustomerId id) {
    return PATH + "/" + id.text();
  }
}
