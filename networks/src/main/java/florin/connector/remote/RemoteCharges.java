package florin.connector.remote;

import florin.connector.AuthorizeRequest;
import florin.connector.Exchanges;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.core.Money;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The charges of saved payment methods without the payer, as far as they are the same at each
 * provider. The first two steps are numbered as those of a page, so that captures and refunds find
 * either. A cancel that finds no charge records the ending as the third step. After that, no charge
 * is sent.
 */
public record RemoteCharges(RemoteExchanges exchanges) {
  /** The provider's customer, in the credential and in the facts of the exchange. */
  public static final String CUSTOMER = "customer";

  /** The number of the step before the charge. */
  private static final int BEFORE = 0;

  /** The number of the step after which no charge is sent. */
  private static final int ENDING = 2;

  /** Returns the customer of a charge without a page; empty for a page. */
  public static Optional<String> customer(List<ExchangeStep> steps) {
    return steps.stream()
        .flatMap(step -> Optional.ofNullable(step.facts().get(CUSTOMER)).stream())
        .findFirst();
  }

  /**
   * Returns the outcome of an earlier try. Returns empty if there was none, or if it may still
   * arrive, so that it may be sent again under its key. A charge that may exist is never reported
   * as unsent.
   *
   * @param before the steps that were recorded before
   * @param look asks the provider for the earlier try
   */
  public Optional<Outcome> made(
      AuthorizeRequest request, List<ExchangeStep> before, Supplier<Inquiry> look) {
    if (customer(before).isEmpty()) {
      return Optional.empty();
    }
    if (!RemoteFacts.amount(before).equals(Optional.of(request.amount()))) {
      return Optional.of(RemoteExchanges.TAKEN);
    }
    return switch (look.get()) {
      case Inquiry.NotYet _ -> Optional.empty();
      case Inquiry.Unclear() -> Optional.of(new Outcome.Unknown("a charge that is too old"));
      case Inquiry.Found(Outcome found) -> Optional.of(found);
      // A charge that a person has undone was sent nevertheless.
      case Inquiry.Absent() -> Optional.of(new Outcome.Unknown("a charge that was undone"));
      case Inquiry.Unreachable(String detail) -> Optional.of(new Outcome.Unknown(detail));
    };
  }

  /**
   * Records that the charge will be sent. A cancel that finds no charge records the ending first,
   * and then reads when the charge was last sent. So this reads in the opposite order.
   *
   * @return false if it must not be sent
   */
  public boolean maySend(AuthorizeRequest request, String customer) {
    OperationRef reference = request.reference();
    Exchanges log = exchanges.log();
    return log.sending(reference, OperationKind.AUTHORIZE, BEFORE, "customer")
        && log.answeredThenSending(
            reference,
            OperationKind.AUTHORIZE,
            BEFORE,
            Optional.empty(),
            facts(request.amount(), customer),
            "charge")
        && !isEnding(exchanges.list(reference));
  }

  /** Returns the facts of the first step. */
  public static Map<String, String> facts(Money amount, String customer) {
    var facts = new HashMap<>(RemoteFacts.asked(amount));
    facts.put(CUSTOMER, customer);
    return facts;
  }

  /**
   * Ensures that a charge that the provider doesn't have is never made.
   *
   * @return false if it may still arrive
   */
  public boolean ends(OperationRef reference) {
    return exchanges.log().sending(reference, OperationKind.AUTHORIZE, ENDING, "ending")
        && notYet(exchanges.list(reference)) instanceof Inquiry.Absent;
  }

  /**
   * Returns the result for a charge that was not found. Once it can no longer arrive, and none is
   * sent again, there will be none.
   */
  public Inquiry notYet(List<ExchangeStep> steps) {
    Inquiry inquiry =
        exchanges.notYet(steps.stream().filter(step -> step.number() < ENDING).toList());
    return inquiry instanceof Inquiry.Unclear && isEnding(steps) ? new Inquiry.Absent() : inquiry;
  }

  private static boolean isEnding(List<ExchangeStep> steps) {
    return steps.stream().anyMatch(step -> step.number() == ENDING);
  }
}
