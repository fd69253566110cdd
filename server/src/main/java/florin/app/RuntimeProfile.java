package florin.app;

import florin.core.IdSource;
import florin.core.Realm;
import florin.core.Sources;
import florin.db.GroupCommit;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.OnSuccess;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * The differences between the service and a writer of demo history. The modules are the same for
 * both.
 *
 * @param commits the commits of requests, with those that depend on their events
 * @param beside separate commits for work outside requests, so that requests don't wait for it
 * @param base the base of payers' links
 * @param descriptors the text on payers' statements
 * @param onSuccess additional writes when a payment succeeds
 */
record RuntimeProfile(
    Sources sources,
    GroupCommit commits,
    GroupCommit beside,
    Idempotency idempotency,
    URI base,
    Function<Realm, Optional<String>> descriptors,
    OnSuccess onSuccess,
    CrashPoint crashPoint) {

  IdempotentCommand once() {
    return new IdempotentCommand(commits, idempotency, clock());
  }

  IdSource ids() {
    return sources.ids();
  }

  InstantSource clock() {
    return sources.clock();
  }
}
