package florin.payment.machine;

import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.payment.machine.Attempt.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The wait of an authorisation for somebody: the payer, who is to act, or its capture. */
public final class Wait {
  /** How long an authorisation waits for its capture. Networks hold an amount for about as long. */
  public static final Duration CAPTURE_WITHIN = Duration.ofDays(7);

  /** How long a payer may take to act. */
  public static final Duration ACTION_WITHIN = Duration.ofMinutes(60);

  private Wait() {}

  /** When the wait of an authorisation that ended so is over; empty when it waits for nobody. */
  public static Optional<Instant> end(
      Payment payment, Attempt attempt, Outcome outcome, Instant now) {
    if (!attempt.operation().isOfAuthorization()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Approved _ when payment.order().captureMethod() == CaptureMethod.MANUAL ->
          Optional.of(now.plus(CAPTURE_WITHIN));
      // The hour runs from when the payer was first asked, however often the payer tries.
      case Outcome.RequiresAction asked when attempt.operation() == Operation.AUTHORIZE ->
          Optional.of(end(asked.action(), now.plus(ACTION_WITHIN)));
      default -> Optional.empty();
    };
  }

  /** A provider's page may be of no use earlier. */
  private static Instant end(PayerAction action, Instant latest) {
    return switch (action) {
      case PayerAction.OwnPage() -> latest;
      case PayerAction.Redirect(var _, Instant expires) ->
          expires.isBefore(latest) ? expires : latest;
      // Banks take days.
      case PayerAction.BankInstructions told -> told.expires();
    };
  }

  /** Whether an attempt is not open, and yet kept in view because somebody is waited for. */
  public static boolean isOf(Attempt attempt) {
    return attempt.operation().isOfAuthorization()
        && (attempt.progress() == Progress.APPROVED
            || attempt.progress() == Progress.REQUIRES_ACTION);
  }
}
