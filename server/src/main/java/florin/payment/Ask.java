package florin.payment;

import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Outcome;
import java.time.Duration;

/** How an operation is asked of the network, the first time and, where it may be, once more. */
@FunctionalInterface
interface Ask {
  /** How long the network may take; what it says later is found by inquiry. */
  Duration DEADLINE = Duration.ofSeconds(8);

  /** All that the network must know stands in the attempt. */
  Ask BY_ATTEMPT =
      call -> {
        Attempt attempt = call.attempt();
        return attempt
            .operation()
            .ask(
                call.connector(),
                new FollowUp(
                    attempt.reference(),
                    attempt.authorizationReference(),
                    attempt.realm(),
                    attempt.amount()),
                Deadline.in(DEADLINE));
      };

  Outcome ask(Call call);
}
