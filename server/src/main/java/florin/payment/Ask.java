package florin.payment;

import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Outcome;
import java.time.Duration;

/** How an operation is asked of the network, the first time and, where it may be, once more. */
@FunctionalInterface
interface Ask {
  /** How long the network may take; what it says later is found by inquiry. */
  Duration DEADLINE = Duration.ofSeconds(8);

  Outcome ask(Connector connector, Payment payment, Attempt attempt);

  /** A capture or cancel: all that the network must know of it stands in the attempt. */
  static Outcome followUp(Connector connector, Attempt attempt) {
    var request =
        new FollowUp(
            attempt.reference(),
            attempt.authorizationReference(),
            attempt.realm(),
            attempt.amount());
    return switch (attempt.operation()) {
      case CAPTURE -> connector.capture(request, Deadline.in(DEADLINE));
      case CANCEL -> connector.cancel(request, Deadline.in(DEADLINE));
      case REFUND -> connector.refund(request, Deadline.in(DEADLINE));
      case AUTHORIZE, RESUME, REVERSE ->
          throw new IllegalArgumentException(attempt.operation() + " is no follow-up");
    };
  }
}
