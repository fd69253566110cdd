package florin.connector;

import java.time.Instant;
import java.util.Comparator;
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
  /** At most so many facts to a step, and so many characters each. */
  int MAX_FACTS = 16;

  int MAX_FACT = 500;

  /**
   * One request to the provider.
   *
   * @param step the connector's word for it; repeated, it is the same row
   * @param externalId the provider's name for what the operation is there
   * @param sent the last time that it was
   * @param facts what else the connector must know again: no card number, no code
   */
  record Step(
      OperationRef reference,
      OperationKind operation,
      String step,
      Optional<String> externalId,
      Instant sent,
      Optional<Instant> answered,
      Map<String, String> facts) {
    public Step {
      facts = Map.copyOf(facts);
    }
  }

  /** Before a byte of it leaves. */
  void sending(OperationRef reference, OperationKind operation, String step);

  /** Once it is answered, and before anything rests on the answer. */
  void answered(
      OperationRef reference, String step, Optional<String> externalId, Map<String, String> facts);

  /** In the order in which they were first sent. */
  List<Step> list(OperationRef reference);

  /** What the provider calls the operation, as the last answer had it. */
  default Optional<String> findExternalId(OperationRef reference) {
    return list(reference).stream()
        .filter(step -> step.externalId().isPresent())
        .max(Comparator.comparing(step -> step.answered().orElse(step.sent())))
        .flatMap(Step::externalId);
  }
}
