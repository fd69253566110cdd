package florin.testing;

import florin.core.Id.BrakeId;
import java.util.UUID;

/** A brake that is engaged, for tests that need its id only. */
public final class EngagedBrake {
  private EngagedBrake() {}

  /** Inserts a brake of the account in test mode, and returns its id. */
  public static String in(TestApp florin) {
    UUID id = UUID.randomUUID();
    florin.update(
        """
        INSERT INTO brake (realm_id, id, subject_kind, subject, step, declined, cards, stopped, told, engaged_until, created_at)
        VALUES (%d, '%s', 'address', '203.0.113.7', 'slow', 5, 5, 1, true, now() + interval '1 hour', now())
        """
            .formatted(florin.realm().id(), id));
    return new BrakeId(id).text();
  }
}
