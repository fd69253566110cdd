package florin.alert;

import florin.core.Mode;
import florin.core.Realm;

/**
 * A condition that needs a person.
 *
 * @param subject the id of the affected object: `cn_…`, `pay_…`, `dp_…`, `we_…`, `bst_…` or `ba_…`;
 *     a word for an alert of the account or the installation
 */
public record Alert(Realm realm, AlertKind kind, String subject) {
  /** Returns the alert about the brakes of an account, which has one however many are engaged. */
  static Alert ofBrakes(Realm realm) {
    return new Alert(realm, AlertKind.CARD_TESTING, "brakes");
  }

  /**
   * Returns the alert about overdue backups. Alerts of the installation go to the first account,
   * whose members run it.
   */
  static Alert ofBackups() {
    return new Alert(Realm.of(1, Mode.LIVE), AlertKind.BACKUP_OVERDUE, "backup");
  }

  /** Returns the alert about a wrong clock, which goes to the first account too. */
  static Alert ofClock() {
    return new Alert(Realm.of(1, Mode.LIVE), AlertKind.CLOCK_OFF, "clock");
  }
}
