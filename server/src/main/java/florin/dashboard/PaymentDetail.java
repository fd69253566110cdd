package florin.dashboard;

import florin.connector.Checks;
import florin.core.Id.PaymentId;
import florin.customer.Customer;
import florin.http.JsonText;
import florin.instrument.Instrument;
import florin.page.AmountText;
import florin.payment.machine.Amounts;
import florin.payment.machine.AtProvider;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the page of a payment shows.
 *
 * @param receipt the payer's page of it, from elsewhere than the dashboard
 * @param request the id of the one that made it
 * @param json the payment as the interface shows it, without what is secret
 */
public record PaymentDetail(
    String id,
    String path,
    String amount,
    String status,
    Instant created,
    List<Fact> facts,
    List<Fact> amounts,
    Optional<Decline> declined,
    List<Fact> outcome,
    Map<String, String> metadata,
    Optional<String> receipt,
    Optional<String> request,
    Timeline timeline,
    List<NoticeRow> notices,
    String json,
    Dialogs dialogs) {
  public PaymentDetail {
    facts = List.copyOf(facts);
    amounts = List.copyOf(amounts);
    outcome = List.copyOf(outcome);
    notices = List.copyOf(notices);
  }

  /**
   * Why it failed.
   *
   * @param code as software reads it
   */
  public record Decline(String code, String sentence, Optional<String> advice) {}

  static PaymentDetail of(
      Payment payment,
      Optional<Customer> customer,
      Optional<String> request,
      Timeline timeline,
      List<NoticeRow> notices,
      String json,
      Dialogs dialogs) {
    return new PaymentDetail(
        payment.id().text(),
        path(payment.id()),
        AmountText.of(payment.order().amount()),
        PaymentStatus.of(payment),
        payment.created(),
        facts(payment, customer),
        amounts(payment),
        payment.state().failure().map(PaymentDetail::declined),
        outcome(payment),
        payment.order().metadata(),
        JsonText.of(json).find("/receipt_url"),
        request,
        timeline,
        notices,
        JsonText.of(json).pretty(),
        dialogs);
  }

  static String path(PaymentId id) {
    return "/dashboard/payments/" + id.text();
  }

  private static List<Fact> facts(Payment payment, Optional<Customer> customer) {
    var facts = new ArrayList<>(facts(payment.method()));
    payment
        .order()
        .customer()
        .ifPresent(id ->
            facts.add(
                customer
                    .map(found ->
                        Fact.of("Customer", CustomerText.of(found))
                            .to("/dashboard/customers/" + id.text()))
                    .orElseGet(() -> Fact.code("Customer, deleted", id.text()))));
    payment.order().description().ifPresent(text -> facts.add(Fact.of("Description", text)));
    payment
        .order()
        .statementDescriptor()
        .ifPresent(text -> facts.add(Fact.of("On the payer's statement", text)));
    payment.order().receiptEmail().ifPresent(to -> facts.add(Fact.of("Receipt goes to", to)));
    payment
        .state()
        .cancellationReason()
        .ifPresent(reason -> facts.add(Fact.of("Why canceled", CodeText.of(reason))));
    return facts;
  }

  private static List<Fact> facts(Payment.Method method) {
    Instrument instrument = method.instrument();
    var facts = new ArrayList<Fact>();
    instrument.lines().forEach((label, value) -> facts.add(Fact.of(label, value)));
    method.billing().name().ifPresent(name -> facts.add(Fact.of(instrument.payerLabel(), name)));
    return facts;
  }

  private static List<Fact> amounts(Payment payment) {
    Amounts amounts = payment.state().amounts();
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Asked for", AmountText.of(amounts.total())));
    if (payment.order().captureMethod() == CaptureMethod.MANUAL) {
      facts.add(Fact.of("Can be captured", AmountText.of(amounts.capturable())));
    }
    facts.add(Fact.of("Captured", AmountText.of(amounts.captured())));
    if (!amounts.refundPending().isZero()) {
      facts.add(Fact.of("Reserved for refunds", AmountText.of(amounts.refundPending())));
    }
    facts.add(Fact.of("Refunded", AmountText.of(amounts.refunded())));
    return facts;
  }

  private static Decline declined(Failure failure) {
    String code = failure.declineCode().map(c -> c.text()).orElseGet(() -> failure.code().text());
    return new Decline(code, DeclineText.of(failure), failure.advice().map(DeclineText::of));
  }

  private static List<Fact> outcome(Payment payment) {
    Payment.Verdict verdict = payment.state().verdict();
    var facts = new ArrayList<Fact>();
    verdict.responseCode().ifPresent(code -> facts.add(Fact.of("Network response code", code)));
    verdict.riskLevel().ifPresent(risk -> facts.add(Fact.of("Risk", CodeText.of(risk))));
    verdict
        .checks()
        .ifPresent(checks -> {
          facts.add(Fact.of("Security code", words(checks.cvc())));
          facts.add(Fact.of("Street", words(checks.addressLine1())));
          facts.add(Fact.of("Postal code", words(checks.addressPostalCode())));
        });
    payment
        .state()
        .authentication()
        .result()
        .ifPresent(result ->
            facts.add(
                Fact.of("3-D Secure", result.version() + ", " + result.transStatus().text())));
    facts.add(Fact.of("Connector", payment.connector().id()));
    payment.state().provider().ifPresent(provider -> facts.addAll(facts(provider)));
    return facts;
  }

  /** The provider's own names; the page there is a connector's word, and no merchant's. */
  private static List<Fact> facts(AtProvider provider) {
    var facts = new ArrayList<Fact>();
    provider
        .dispute()
        .ifPresent(reason -> facts.add(Fact.of("Disputed by the payer", reason.replace('_', ' '))));
    provider.ids().forEach((name, id) -> facts.add(Fact.code(name.replace('_', ' '), id)));
    provider
        .page()
        .ifPresent(
            page -> facts.add(Fact.of("At the provider", "Look at it there").to(page.toString())));
    return facts;
  }

  private static String words(Checks.Check check) {
    return switch (check) {
      case PASS -> "Passed";
      case FAIL -> "Did not match";
      case UNAVAILABLE -> "Could not be checked";
      case UNCHECKED -> "Not given";
    };
  }
}
