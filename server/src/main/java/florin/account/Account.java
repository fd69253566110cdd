package florin.account;

import florin.core.Id.AccountId;
import florin.core.Mode;
import florin.core.Realm;
import java.time.Instant;

/**
 * A merchant.
 *
 * @param number counts accounts from 1; the ids of its two realms derive from it
 */
public record Account(long number, AccountId id, String name, Profile profile, Instant created) {
  public Realm realm(Mode mode) {
    return Realm.of(number, mode);
  }
}
