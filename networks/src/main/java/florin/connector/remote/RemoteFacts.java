package florin.connector.remote;

import florin.connector.Checks;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.core.Advice;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Money;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The final outcome of an operation, in the facts of its exchange. A provider keeps nothing of a
 * rejection. It reports other outcomes later only together with what has happened since.
 */
public final class RemoteFacts {
  private static final String CODE = "declined";
  private static final String WHY = "decline_code";
  private static final String ADVICE = "advice";
  private static final String NETWORK_CODE = "network_code";
  private static final String APPROVED = "approved";
  private static final String AMOUNT = "amount";
  private static final String CURRENCY = "currency";

  private RemoteFacts() {}

  public static Map<String, String> of(Outcome.Declined declined) {
    var facts = new HashMap<String, String>();
    facts.put(CODE, declined.code().text());
    declined.declineCode().ifPresent(code -> facts.put(WHY, code.text()));
    declined.advice().ifPresent(advice -> facts.put(ADVICE, advice.text()));
    declined.responseCode().ifPresent(code -> facts.put(NETWORK_CODE, code));
    return facts;
  }

  public static Map<String, String> of(Outcome.Approved approved) {
    var facts = new HashMap<>(asked(approved.amount()));
    facts.put(APPROVED, approved.connectorReference());
    return facts;
  }

  /** Returns the facts of a requested authorization. */
  public static Map<String, String> asked(Money amount) {
    return Map.of(AMOUNT, Long.toString(amount.minor()), CURRENCY, amount.currency().code());
  }

  /** Returns the outcome, if it is final. */
  public static Optional<Outcome> outcome(List<ExchangeStep> steps) {
    return steps.stream().flatMap(step -> outcome(step.facts()).stream()).findFirst();
  }

  private static Optional<Outcome> outcome(Map<String, String> facts) {
    if (facts.containsKey(CODE)) {
      return Optional.of(declined(facts));
    }
    return Optional.ofNullable(facts.get(APPROVED))
        .flatMap(name -> amount(facts).map(amount -> approved(name, amount)));
  }

  public static Optional<Money> amount(List<ExchangeStep> steps) {
    return steps.stream().flatMap(step -> amount(step.facts()).stream()).findFirst();
  }

  private static Optional<Money> amount(Map<String, String> facts) {
    return Optional.ofNullable(facts.get(AMOUNT))
        .map(minor ->
            new Money(Long.parseLong(minor), Currency.get(facts.getOrDefault(CURRENCY, ""))));
  }

  private static Outcome.Declined declined(Map<String, String> facts) {
    return new Outcome.Declined(
        ErrorCode.of(facts.getOrDefault(CODE, "")),
        Optional.ofNullable(facts.get(WHY)).map(DeclineCode::of),
        Optional.ofNullable(facts.get(ADVICE)).map(Advice::of),
        Optional.ofNullable(facts.get(NETWORK_CODE)));
  }

  /** Returns the approval of a follow-up, which has no further details. */
  public static Outcome.Approved approved(String name, Money amount) {
    return new Outcome.Approved(
        name,
        Optional.empty(),
        Optional.empty(),
        amount,
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }
}
