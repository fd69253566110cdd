package florin.payment.execution;

import florin.connector.FollowUp;
import florin.connector.Outcome;
import florin.payment.machine.Attempt;

/** How an operation is asked of the network, the first time and, where it may be, once more. */
@FunctionalInterface
public interface Ask {
  /** All that the network must know stands in the attempt. */
  Ask BY_ATTEMPT =
      call -> {
        Attempt attempt = call.attempt();
        return call.connector()
            .followUp(
                attempt.operation().kind(),
                new FollowUp(
                    attempt.reference(),
                    attempt.authorizationReference(),
                    attempt.realm(),
                    attempt.amount()),
                call.deadline());
      };

  Outcome ask(Dispatch call);
}
