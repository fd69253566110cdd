package florin.payment.execution;

import florin.connector.FollowUp;
import florin.connector.Outcome;
import florin.payment.machine.Attempt;

/**
 * A call that requests an operation from the network, the first time and, if it is allowed, a
 * second time.
 */
@FunctionalInterface
public interface NetworkCall {
  /** The call for an operation whose attempt holds all that the network must know. */
  NetworkCall BY_ATTEMPT =
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

  Outcome ask(InFlightOperation call);
}
