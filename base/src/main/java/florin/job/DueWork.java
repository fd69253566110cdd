package florin.job;

import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;

/**
 * Work that becomes due at a time. A job does it for all realms as time passes. A sandbox does it
 * when its clock is advanced, in the order of the due times of all kinds of work.
 */
public interface DueWork {
  /** Returns the time at which the realm's next work is due. */
  Optional<Instant> findNext(Realm realm);

  /**
   * Does a bounded part of what is due now. It runs in the time of a sandbox: see {@link
   * florin.core.RealmClock#within}.
   */
  void runDue(Realm realm);
}
