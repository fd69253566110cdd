package florin.connector;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a connector has said to its provider and heard from it, kept so that after a crash it knows
 * what may be under way and under which name. Each write is durable when the call returns, by a
 * commit of its own, beside the commits of payments.
 *
 * <p>A network that knows operations by our references alone needs none of it.
 */
public interface Exchanges {
  int MAX_FACTS = 16;

  /** Characters of a fact. */
  int MAX_FACT = 500;

  /** In place of a step: it was not sent and never will be. */
  String CLOSED = "closed";

  /**
   * One request to the provider.
   *
   * @param number 0 for the first step of an operation, 15 for the last that there may be
   * @param step the connector's word for it
   * @param externalId the provider's name for what the operation is there
   * @param sent the last time that it was
   * @param facts what else of its answer the connector must know again: no card number, no code
   */
  record ExchangeStep(
      int number,
      String step,
      Optional<String> externalId,
      Instant sent,
      Map<String, String> facts) {
    public ExchangeStep {
      facts = Map.copyOf(facts);
    }

    public boolean isClosed() {
      return step.equals(CLOSED);
    }
  }

  /**
   * Before a byte of a step leaves, the first time and each time again.
   *
   * @return false when none may: the reference was closed, or names another operation
   */
  boolean sending(OperationRef reference, OperationKind operation, int number, String step);

  /** Once a step is answered, and before anything rests on the answer. */
  void answered(
      OperationRef reference, int number, Optional<String> externalId, Map<String, String> facts);

  /**
   * Sees to it that a step is never sent, and so none after it.
   *
   * @return false when it was, or may have been
   */
  boolean close(OperationRef reference, OperationKind operation, int number);

  /** In their order; empty when nothing was ever sent. */
  List<ExchangeStep> list(OperationRef reference);

  /**
   * What the provider calls the operation, as its latest answer had it.
   *
   * @param steps in their order
   */
  static Optional<String> externalId(List<ExchangeStep> steps) {
    return steps.stream()
        .filter(step -> step.externalId().isPresent())
        .reduce((_, later) -> later)
        .flatMap(ExchangeStep::externalId);
  }

  default Optional<String> findExternalId(OperationRef reference) {
    return externalId(list(reference));
  }
}
