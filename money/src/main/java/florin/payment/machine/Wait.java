package florin.payment.machine;

import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.payment.machine.Attempt.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The wait of an authorization for the payer's action or for its capture. */
public final class Wait {
  /** How long an authorization waits for its capture. Networks hold an amount for about as long. */
  public static final Duration CAPTURE_WITHIN = Duration.ofDays(7);

  /** How long a payer may take to act. */
  public static final Duration ACTION_WITHIN = Duration.ofMinutes(60);

  private Wait() {}

  /**
   * Returns when the wait after this outcome ends; empty if it waits for neither payer nor capture.
   */
  public static Optional<Instant> end(
      Payment payment, Attempt attempt, Outcome outcome, Instant now) {
    if (!attempt.operation().isOfAuthorization()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Approved _ when payment.terms().captureMethod() == CaptureMethod.MANUAL ->
          Optional.of(now.plus(CAPTURE_WITHIN));
      // The hour starts when the payer is first asked, however often the payer tries.
      case Outcome.RequiresAction asked when attempt.operation() == Operation.AUTHORIZE ->
          Optional.of(end(asked.action(), now.plus(ACTION_WITHIN)));
      default -> Optional.empty();
    };
  }

  /**
   * Returns when a page expires that Florin can't end earlier; empty for any other outcome. The
   * page may move its end, for example when the payer chooses another payment method.
   */
  public static Optional<Instant> pageEnd(Outcome outcome) {
    return outcome
            instanceof
            Outcome.RequiresAction(
                var _,
                PayerAction.Redirect(var _, Instant expires, boolean isCancelable))
        ? Optional.of(expires).filter(_ -> !isCancelable)
        : Optional.empty();
  }

  /** Returns the end of a wait for the payer. A provider's page may expire earlier. */
  private static Instant end(PayerAction action, Instant latest) {
    return switch (action) {
      case PayerAction.OwnPage() -> latest;
      case PayerAction.Redirect(var _, Instant expires, boolean isCancelable) ->
          isCancelable && latest.isBefore(expires) ? latest : expires;
      // Bank transfers take days.
      case PayerAction.BankInstructions told -> told.expires();
    };
  }

  /**
   * Returns whether an attempt is resolved but still watched, because it waits for the payer or a
   * capture.
   */
  public static boolean isOf(Attempt attempt) {
    return attempt.operation().isOfAuthorization()
        && (attempt.progress() == Progress.APPROVED
            || attempt.progress() == Progress.REQUIRES_ACTION);
  }
}
