package florin.alert;

import florin.core.Mode;
import florin.core.Realm;

/**
 * @param subject the id of what it is about: `cn_…`, `pay_…`, `we_…`, `bst_…` or `ba_…`; of the
 *     installation's a word
 */
public record Alert(Realm realm, AlertKind kind, String subject) {
  /** What is about the installation, the people of the first account are told: they run it. */
  public static Alert ofBackups() {
    return new Alert(Realm.of(1, Mode.LIVE), AlertKind.BACKUP_OVERDUE, "backup");
  }

  /** Likewise. */
  public static Alert ofClock() {
    return new Alert(Realm.of(1, Mode.LIVE), AlertKind.CLOCK_OFF, "clock");
  }
}
