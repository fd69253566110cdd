package florin.payment.evidence;

import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.ThreeDSecure;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customer.Address;
import florin.customer.CustomerStore;
import florin.dispute.Dispute;
import florin.mandate.MandateUse.Consent;
import florin.payment.evidence.PriorPayments.Prior;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.store.Stores;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The texts that Florin can fill in, from the payment, its customer and its checkout session. */
public final class Suggestions {
  /** The most refunds that a text lists. */
  private static final int REFUNDS = 20;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final Stores stores;
  private final CustomerStore customers;
  private final BiFunction<Realm, PaymentId, List<String>> items;

  /**
   * Creates the suggestions.
   *
   * @param items returns what the payer bought, line by line, if Florin sold it on a page
   */
  public Suggestions(
      Stores stores, CustomerStore customers, BiFunction<Realm, PaymentId, List<String>> items) {
    this.stores = stores;
    this.customers = customers;
    this.items = items;
  }

  /** Returns the suggestions, in the order of the fields. */
  List<Suggestion> of(Payment payment, Dispute dispute, Optional<PriorPayments> prior) {
    Optional<Customer> customer =
        payment.terms().customer().flatMap(id -> customers.find(payment.realm(), id));
    var billing = payment.method().billing();
    List<String> bought = items.apply(payment.realm(), payment.id());
    return Stream.of(
            first(
                EvidenceField.BILLING_ADDRESS,
                billing.address().map(Suggestions::lines),
                customer.flatMap(it -> it.profile().address()).map(Suggestions::lines)),
            first(
                EvidenceField.CUSTOMER_EMAIL_ADDRESS,
                billing.email().or(() -> payment.terms().receiptEmail()),
                customer.flatMap(it -> it.profile().email())),
            first(
                EvidenceField.CUSTOMER_NAME,
                billing.name(),
                customer.flatMap(it -> it.profile().name())),
            payment
                .method()
                .consent()
                .flatMap(Consent::ipAddress)
                .map(ip -> new Suggestion(EvidenceField.CUSTOMER_PURCHASE_IP, ip, "mandate")),
            bought.isEmpty()
                ? payment
                    .terms()
                    .description()
                    .map(text -> new Suggestion(EvidenceField.PRODUCT_DESCRIPTION, text, "payment"))
                : Optional.of(
                    new Suggestion(
                        EvidenceField.PRODUCT_DESCRIPTION,
                        String.join("\n", bought),
                        "checkout_session")),
            refusal(payment),
            facts(payment, dispute, prior))
        .flatMap(Optional::stream)
        .filter(it -> it.text().length() <= it.field().most())
        .toList();
  }

  private static Optional<Suggestion> first(
      EvidenceField field, Optional<String> ofPayment, Optional<String> ofCustomer) {
    return ofPayment
        .map(text -> new Suggestion(field, text, "payment"))
        .or(() -> ofCustomer.map(text -> new Suggestion(field, text, "customer")));
  }

  private static String lines(Address address) {
    String town =
        Stream.of(address.postalCode(), address.city(), address.state())
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" "));
    return Stream.of(
            address.line1(),
            address.line2(),
            Optional.of(town).filter(it -> !it.isEmpty()),
            address.country())
        .flatMap(Optional::stream)
        .collect(Collectors.joining("\n"));
  }

  /** Returns the refunds that the payer has received already. */
  private Optional<Suggestion> refusal(Payment payment) {
    List<Refund> refunds = stores.refunds().listSucceeded(payment.realm(), payment.id(), REFUNDS);
    return refunds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Suggestion(
                EvidenceField.REFUND_REFUSAL_EXPLANATION,
                refunds.stream()
                    .map(it ->
                        "We refunded %s on %s (%s)."
                            .formatted(text(it.amount()), day(it.created()), it.id()))
                    .collect(Collectors.joining("\n")),
                "payment"));
  }

  /** Returns the facts that have no field of their own. */
  private static Optional<Suggestion> facts(
      Payment payment, Dispute dispute, Optional<PriorPayments> prior) {
    var lines = new ArrayList<String>();
    lines.add(
        "Payment %s of %s was made on %s."
            .formatted(payment.id(), text(payment.terms().amount()), day(payment.created())));
    payment.state().authentication().result().map(Suggestions::proof).ifPresent(lines::add);
    payment.state().networkResult().checks().flatMap(Suggestions::checks).ifPresent(lines::add);
    for (Prior one : prior.map(PriorPayments::payments).orElseGet(List::of)) {
      lines.add(
          "The same card paid %s on %s (%s) without a dispute. Both payments have the same %s."
              .formatted(
                  text(one.amount()),
                  day(one.created()),
                  one.payment(),
                  String.join(", ", one.matches()).replace('_', ' ')));
    }
    boolean isOnlyPayment = lines.size() == 1 && !dispute.state().reason().equals("fraudulent");
    return isOnlyPayment
        ? Optional.empty()
        : Optional.of(
            new Suggestion(EvidenceField.UNCATEGORIZED_TEXT, String.join("\n", lines), "payment"));
  }

  private static String proof(ThreeDSecure result) {
    return "3-D Secure %s: %s%s%s."
        .formatted(
            result.version(),
            switch (result.transStatus()) {
              case Y -> "the issuer authenticated the cardholder";
              case A -> "the issuer confirmed the attempt to authenticate the cardholder";
              case N, U, C, R, I -> "the cardholder was not authenticated";
            },
            result.eci().map(eci -> ", ECI " + eci).orElse(""),
            result.dsTransactionId().map(id -> ", transaction " + id).orElse(""));
  }

  private static Optional<String> checks(Checks checks) {
    String passed =
        Stream.of(
                checks.cvc() == Check.PASS ? "security code" : "",
                checks.addressLine1() == Check.PASS ? "street" : "",
                checks.addressPostalCode() == Check.PASS ? "postal code" : "")
            .filter(it -> !it.isEmpty())
            .collect(Collectors.joining(", "));
    return passed.isEmpty()
        ? Optional.empty()
        : Optional.of("The issuer confirmed the cardholder's " + passed + ".");
  }

  private static String day(Instant time) {
    return DAY.format(time);
  }

  private static String text(Money money) {
    return BigDecimal.valueOf(money.minor(), money.currency().exponent()).toPlainString()
        + " "
        + money.currency().code().toUpperCase(Locale.ROOT);
  }
}
