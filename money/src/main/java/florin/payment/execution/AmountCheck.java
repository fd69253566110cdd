package florin.payment.execution;

import florin.connector.Outcome;
import florin.connector.Outcome.OtherAmount;
import florin.core.Money;
import florin.payment.machine.Attempt;
import florin.payment.machine.Operation;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single place that compares the amount that the network approved with the requested amount,
 * for each connector and each source of an outcome. No code may act on an approval before this
 * check.
 */
public final class AmountCheck {
  private static final Logger LOG = LoggerFactory.getLogger(AmountCheck.class);

  private final Counter others;

  public AmountCheck(PrometheusRegistry registry) {
    others =
        Counter.builder()
            .name("florin_other_amounts_total")
            .help("Approvals of another amount than requested, by operation.")
            .labelNames("operation")
            .register(registry);
    Arrays.stream(Operation.values())
        .filter(Operation::isOfAmount)
        .forEach(operation -> others.initLabelValues(operation.text()));
  }

  /**
   * Returns the outcome for an attempt that requested its own amount. An approval of another amount
   * becomes an {@link OtherAmount}.
   */
  Outcome check(Attempt attempt, Outcome said) {
    if (!attempt.operation().isOfAmount()) {
      return said;
    }
    Outcome heard = said.ofAsked(attempt.amount());
    if (heard instanceof OtherAmount(Outcome.Approved approved)
        && !attempt.state().amountApproved().equals(Optional.of(approved.amount()))) {
      raise(attempt, approved.amount());
    }
    return heard;
  }

  /**
   * Counts and logs another amount once when it is learned, and not each time that the network
   * repeats it.
   */
  private void raise(Attempt attempt, Money approved) {
    others.labelValues(attempt.operation().text()).inc();
    if (attempt.operation().isOfAuthorization()) {
      LOG.warn(
          "{} of {} was approved for {} instead of {} and is being reversed",
          attempt.id(),
          attempt.payment(),
          approved,
          attempt.amount());
    } else {
      LOG.error(
          "{}, the {} of {}, was processed for {} instead of {}. It stays open: ask the acquirer",
          attempt.id(),
          attempt.operation().text(),
          attempt.payment(),
          approved,
          attempt.amount());
    }
  }
}
