package florin.account;

import florin.core.Id.SandboxId;
import florin.core.Realm;
import florin.core.RealmClock.SandboxTime;
import java.time.Duration;
import java.time.Instant;

/**
 * A sandbox: a realm of test mode with keys, a seed and a clock of its own.
 *
 * @param account the test realm of its account
 * @param realm the realm of its objects, which a reset replaces
 * @param time its clock and its seed
 */
public record Sandbox(
    SandboxId id, Realm account, Realm realm, String name, SandboxTime time, Instant created) {
  /** Returns its time. */
  public Instant now(Instant real) {
    return real.plus(time.ahead());
  }

  /** Returns it with another clock. */
  public Sandbox ahead(Duration ahead) {
    return new Sandbox(
        id, account, realm, name, new SandboxTime(realm, ahead, time.seed()), created);
  }

  /** Returns it with another, empty realm, at the real time. */
  public Sandbox reset(Realm other) {
    return new Sandbox(
        id, account, other, name, new SandboxTime(other, Duration.ZERO, time.seed()), created);
  }
}
