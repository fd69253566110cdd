package florin.dashboard.payments;

import florin.bank.account.ExpectedTransfer;
import florin.connector.Checks;
import florin.connector.ProviderDispute;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Retry;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.RequestRow;
import florin.http.JsonText;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.page.AmountText;
import florin.payment.machine.Amounts;
import florin.payment.machine.AtProvider;
import florin.payment.machine.Attempt;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The facts about a payment, line by line. */
public final class PaymentFacts {
  /** The maximum number of attempts in the technical details, newest first. */
  private static final int MAX_ATTEMPTS = 5;

  private PaymentFacts() {}

  /**
   * The reason of a failure.
   *
   * @param code the code for software
   * @param retry whether the card scheme allows another attempt, in words
   * @param notBefore the time from which it does
   */
  public record Decline(
      String code,
      String sentence,
      Optional<String> advice,
      Optional<String> retry,
      Optional<Instant> notBefore) {}

  /**
   * The next step of a payment.
   *
   * @param label of the time: `Capture by`
   * @param until the deadline
   * @param link the payer's page, to be sent to the payer
   * @param provider the page at the provider on which to take the step
   */
  public record NextStep(
      String tone,
      String words,
      String label,
      Optional<Instant> until,
      Optional<String> link,
      Optional<Fact> provider) {
    NextStep(
        String tone, String words, String label, Optional<Instant> until, Optional<String> link) {
      this(tone, words, label, until, link, Optional.empty());
    }

    static NextStep of(String tone, String words) {
      return new NextStep(tone, words, "", Optional.empty(), Optional.empty());
    }
  }

  /**
   * Returns the next step.
   *
   * @param transfer the open bank transfer that the payer was asked for
   */
  static Optional<NextStep> next(
      PaymentStory story, Optional<ExpectedTransfer> transfer, JsonText json) {
    Payment payment = story.payment();
    Optional<Instant> expires = story.authorization().flatMap(attempt -> attempt.state().expires());
    Optional<ProviderDispute> dispute = payment.findDispute().filter(ProviderDispute::isOpenOrLost);
    if (dispute.isPresent()) {
      return dispute.map(it -> next(it, payment));
    }
    return switch (payment.status()) {
      case REQUIRES_CAPTURE ->
          Optional.of(
              new NextStep(
                  "wait",
                  AmountText.of(payment.state().amounts().capturable())
                      + " is authorized. Capture it to get paid.",
                  "Capture by",
                  expires,
                  Optional.empty()));
      case REQUIRES_ACTION ->
          Optional.of(
              transfer
                  .map(expected -> next(expected, json))
                  .orElseGet(() ->
                      new NextStep(
                          "wait",
                          waiting(payment.method().instrument()),
                          "The page expires",
                          expires,
                          json.find("/next_action/redirect_to_url/url"))));
      case PROCESSING ->
          Optional.of(
              NextStep.of(
                  "note",
                  "The outcome is not known yet. Florin keeps checking. You don't need to do anything."));
      case SUCCEEDED, FAILED, CANCELED -> Optional.empty();
    };
  }

  private static String waiting(Instrument instrument) {
    return switch (instrument) {
      case Hosted _ -> "Waiting for the payer to pay on the provider's page.";
      case Card _, BankTransfer _ -> "Waiting for the payer to confirm with their bank.";
    };
  }

  private static NextStep next(ExpectedTransfer transfer, JsonText json) {
    String left = AmountText.of(transfer.outstanding());
    return new NextStep(
        "wait",
        transfer.received().isZero()
            ? "Waiting for a bank transfer of " + left + "."
            : AmountText.of(transfer.received()) + " received, " + left + " to go.",
        "Expires",
        Optional.of(transfer.period().expires()),
        json.find("/next_action/url"));
  }

  /**
   * Returns the reason of a failure. For cards, the text is the dashboard's; for other methods, it
   * is the failure's message.
   *
   * @param retry whether the card scheme allows another attempt, if it limits them
   */
  static Optional<Decline> declined(Payment payment, Optional<Retry> retry) {
    boolean isCard =
        switch (payment.method().instrument()) {
          case Card _ -> true;
          case BankTransfer _, Hosted _ -> false;
        };
    return payment
        .state()
        .failure()
        .map(failure ->
            new Decline(
                failure.declineCode().map(c -> c.text()).orElseGet(() -> failure.code().text()),
                isCard ? DeclineText.of(failure) : failure.message(),
                failure.advice().filter(_ -> isCard && !failure.isBlocked()).map(DeclineText::of),
                retry.map(DeclineText::of),
                retry.flatMap(Retry::notBefore)));
  }

  /**
   * Returns the amounts.
   *
   * @param received the amount of bank transfers that this payment has
   */
  static List<Fact> amounts(Payment payment, Optional<Money> received) {
    Amounts amounts = payment.state().amounts();
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Amount", AmountText.of(amounts.total())));
    if (!amounts.capturable().isZero()) {
      facts.add(Fact.of("Left to capture", AmountText.of(amounts.capturable())));
    }
    facts.add(
        received
            .map(own -> Fact.of("Received for this payment", AmountText.of(own)))
            .orElseGet(() -> Fact.of("Captured", AmountText.of(amounts.captured()))));
    if (!amounts.refundPending().isZero()) {
      facts.add(Fact.of("Reserved for refunds", AmountText.of(amounts.refundPending())));
    }
    facts.add(Fact.of("Refunded", AmountText.of(amounts.refunded())));
    Optional<Money> lost =
        payment.findDispute().filter(ProviderDispute::isLost).flatMap(ProviderDispute::amount);
    lost.ifPresent(amount -> facts.add(Fact.of("Lost in a dispute", AmountText.of(amount))));
    facts.add(
        Fact.of(
            "Net",
            AmountText.of(
                amounts.captured().minor()
                    - amounts.refunded().minor()
                    - lost.map(Money::minor).orElse(0L),
                amounts.total().currency())));
    return facts;
  }

  /** Returns the payment method and the merchant's data about the payment. */
  static List<Fact> facts(Payment payment) {
    Instrument instrument = payment.method().instrument();
    var facts = new ArrayList<Fact>();
    instrument.lines().forEach((label, value) -> facts.add(Fact.of(label, value)));
    payment
        .method()
        .billing()
        .name()
        .ifPresent(name -> facts.add(Fact.of(instrument.payerLabel(), name)));
    payment.terms().description().ifPresent(text -> facts.add(Fact.prose("Description", text)));
    payment
        .method()
        .offSession()
        .ifPresent(charge -> {
          facts.add(Fact.of("Charged", "Without the payer: " + charge.reason().text()));
          facts.add(Fact.code("Mandate", charge.mandate().text()));
        });
    payment
        .terms()
        .statementDescriptor()
        .ifPresent(text -> facts.add(Fact.of("Statement descriptor", text)));
    payment.terms().receiptEmail().ifPresent(to -> facts.add(Fact.of("Receipt email", to)));
    facts.add(Fact.code("Connector", payment.connector().id()));
    payment
        .state()
        .cancellationReason()
        .ifPresent(reason -> facts.add(Fact.of("Cancellation reason", CodeText.of(reason))));
    return facts;
  }

  static List<Fact> outcome(Payment payment) {
    Payment.NetworkResult networkResult = payment.state().networkResult();
    var facts = new ArrayList<Fact>();
    if (payment.findTransfer().isPresent()) {
      // A bank transfer has no risk or checks.
      return facts;
    }
    networkResult
        .responseCode()
        .ifPresent(
            code -> facts.add(Fact.of("Network response code", DeclineText.ofResponse(code))));
    networkResult.riskLevel().ifPresent(risk -> facts.add(Fact.of("Risk", CodeText.of(risk))));
    networkResult.checks().ifPresent(checks -> facts.addAll(checks(checks)));
    payment
        .state()
        .authentication()
        .result()
        .ifPresent(result ->
            facts.add(
                Fact.of("3-D Secure", result.version() + ", " + result.transStatus().text())));
    payment.state().provider().ifPresent(provider -> facts.addAll(facts(provider)));
    providerPage(payment, "Open in " + CodeText.of(payment.connector().kind()))
        .ifPresent(facts::add);
    return facts;
  }

  /** Returns the results of the issuer's checks, as far as there was something to check. */
  public static List<Fact> checks(Checks checks) {
    var facts = new ArrayList<Fact>();
    words(checks.cvc()).ifPresent(words -> facts.add(Fact.of("Security code", words)));
    words(checks.addressLine1()).ifPresent(words -> facts.add(Fact.of("Street", words)));
    words(checks.addressPostalCode()).ifPresent(words -> facts.add(Fact.of("Postal code", words)));
    return facts;
  }

  private static NextStep next(ProviderDispute dispute, Payment payment) {
    String reason = dispute.reason().replace('_', ' ');
    String amount = dispute.amount().map(AmountText::of).orElse("this payment");
    if (dispute.isLost()) {
      return NextStep.of(
          "bad",
          "The dispute was lost: %s. The provider returned %s to the payer, so you can't refund this payment."
              .formatted(reason, dispute.amount().map(AmountText::of).orElse("the amount")));
    }
    return new NextStep(
        "bad",
        "%s: %s. %s %s"
            .formatted(
                switch (dispute.status()) {
                  case WARNING_NEEDS_RESPONSE, WARNING_UNDER_REVIEW ->
                      "The payer's bank inquires about " + amount;
                  default -> "The payer disputes " + amount;
                },
                reason,
                dispute.mustRespond()
                    ? "Respond at the provider."
                    : "Your response is under review.",
                dispute.blocksRefunds()
                    ? "You can't refund the payment until the dispute is decided."
                    : "You can still refund the payment."),
        "Respond by",
        dispute.dueBy().filter(_ -> dispute.mustRespond()),
        Optional.empty(),
        dispute.mustRespond()
            ? providerPage(payment, "Respond at " + CodeText.of(payment.connector().kind()))
            : Optional.empty());
  }

  /** Returns the link to the provider's own page, which comes from the connector. */
  public static Optional<Fact> providerPage(Payment payment, String words) {
    return payment
        .state()
        .provider()
        .flatMap(AtProvider::page)
        .map(page -> Fact.of("Provider dashboard", words).to(page.toString()));
  }

  /** Returns the facts from the provider. */
  private static List<Fact> facts(AtProvider provider) {
    var facts = new ArrayList<Fact>();
    provider
        .dispute()
        .ifPresent(dispute -> {
          facts.add(
              Fact.of(
                  "Dispute",
                  CodeText.of(dispute.status()) + ": " + dispute.reason().replace('_', ' ')));
          dispute
              .amount()
              .ifPresent(amount -> facts.add(Fact.of("Disputed amount", AmountText.of(amount))));
        });
    return facts;
  }

  /** Returns the identifiers for software: Florin's, the network's and the provider's. */
  static List<Fact> technical(PaymentStory story, boolean maySeeRequests) {
    Payment payment = story.payment();
    var facts = new ArrayList<Fact>();
    facts.add(Fact.code("Payment method", payment.method().id().text()));
    story
        .madeBy()
        .map(RequestId::text)
        .ifPresent(id -> {
          Fact request = Fact.code("Created by request", id);
          facts.add(maySeeRequests ? request.to(RequestRow.path(id)) : request);
        });
    payment
        .state()
        .provider()
        .ifPresent(provider ->
            provider.ids().forEach((name, id) -> facts.add(Fact.code(name.replace('_', ' '), id))));
    story.attempts().reversed().stream()
        .limit(MAX_ATTEMPTS)
        .forEach(attempt -> facts.addAll(technical(attempt, label(attempt, payment))));
    return facts;
  }

  /**
   * Returns the label of an attempt. A bank transfer is requested and received; it has no
   * authorization.
   */
  private static String label(Attempt attempt, Payment payment) {
    return payment.findTransfer().isPresent() && attempt.operation().isOfAuthorization()
        ? attempt.operation() == Operation.RESUME ? "Receipt" : "Request"
        : CodeText.of(attempt.operation());
  }

  private static List<Fact> technical(Attempt attempt, String label) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.code(label, attempt.id().text()));
    attempt
        .state()
        .completion()
        .ifPresent(completion -> {
          completion
              .connectorReference()
              .ifPresent(name -> facts.add(Fact.code(label + " at the connector", name)));
          completion
              .networkTransactionId()
              .ifPresent(name -> facts.add(Fact.code(label + " at the network", name)));
        });
    return facts;
  }

  /** Returns the result of a check in words; empty if the data was not provided. */
  private static Optional<String> words(Checks.Check check) {
    return switch (check) {
      case PASS -> Optional.of("Passed");
      case FAIL -> Optional.of("Did not match");
      case UNAVAILABLE -> Optional.of("Could not be checked");
      case UNCHECKED -> Optional.empty();
    };
  }
}
