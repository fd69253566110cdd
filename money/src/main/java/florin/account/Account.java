package florin.account;

import florin.core.Id.AccountId;
import florin.core.Mode;
import florin.core.Realm;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A merchant.
 *
 * @param number counts accounts from 1; the ids of its two realms derive from it
 * @param timeZone of the days in reports, day filters and exports
 */
public record Account(
    long number, AccountId id, String name, Profile profile, ZoneId timeZone, Instant created) {
  /**
   * The merchant's data for payers.
   *
   * @param address in lines, for receipts
   * @param supportEmail the contact for payers, for receipts
   * @param statementDescriptor the text on payers' statements, for payments without their own
   * @param terms the page with the merchant's terms, over https
   * @param privacy the page with the merchant's privacy notice, over https
   */
  public record Profile(
      Optional<String> address,
      Optional<String> supportEmail,
      Optional<String> statementDescriptor,
      Optional<URI> terms,
      Optional<URI> privacy) {}

  public Realm realm(Mode mode) {
    return Realm.of(number, mode);
  }
}
