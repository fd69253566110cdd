package florin.connector;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The log of a connector's requests to its provider and of their responses. After a crash the
 * connector reads which operations may be in flight, and the provider's identifiers. Each write is
 * durable when the call returns. It has a commit of its own, separate from those of payments.
 *
 * <p>A connector whose network identifies operations only by Florin's references doesn't need the
 * log.
 */
public interface Exchanges {
  int MAX_FACTS = 16;

  /** The most characters of a fact. */
  int MAX_FACT = 500;

  /** The step that marks a reference as closed: it was not sent and never will be. */
  String CLOSED = "closed";

  /**
   * One request to the provider.
   *
   * @param number 0 for the first step of an operation, 15 for the last possible one
   * @param step the connector's name of the step
   * @param externalId the provider's identifier of the operation's object
   * @param sent when it was last sent
   * @param facts other data of its response that the connector needs later: no card number, no
   *     security code
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
   * Records that a step will be sent. It is called before each time that a step is sent.
   *
   * @return false if it must not be sent: the reference was closed, or belongs to another operation
   */
  boolean sending(OperationRef reference, OperationKind operation, int number, String step);

  /** Records the response to a step, before the connector acts on it. */
  void answered(
      OperationRef reference, int number, Optional<String> externalId, Map<String, String> facts);

  /**
   * Records the response to a step, and that the step after it will be sent, in one commit.
   *
   * @param number of the step with the response
   * @param next the connector's name of the step after it
   * @return false if the next step must not be sent; then nothing is recorded
   */
  boolean answeredThenSending(
      OperationRef reference,
      OperationKind operation,
      int number,
      Optional<String> externalId,
      Map<String, String> facts,
      String next);

  /**
   * Ensures that a step, and so any step after it, is never sent.
   *
   * @return false if it was sent, or may have been
   */
  boolean close(OperationRef reference, OperationKind operation, int number);

  /** Returns the steps in order; empty if nothing was ever sent. */
  List<ExchangeStep> list(OperationRef reference);

  /** Returns the latest operation of this connector with the identifier at the provider. */
  default Optional<OperationRef> find(String externalId) {
    return Optional.empty();
  }

  /**
   * Returns the provider's identifier of the operation, from its latest response.
   *
   * @param steps in order
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
