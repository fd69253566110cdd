package florin.alarm;

import florin.core.Mode;
import florin.core.Realm;

/**
 * @param subject the id of what it is about: `cn_…`, `pay_…`, `we_…`, `bst_…` or `ba_…`; of the
 *     installation's a word
 */
public record Alarm(Realm realm, AlarmKind kind, String subject) {
  /** What is about the installation, the people of the first account are told: they run it. */
  public static Alarm ofBackups() {
    return new Alarm(Realm.of(1, Mode.LIVE), AlarmKind.BACKUP_OVERDUE, "backup");
  }

  /** Likewise. */
  public static Alarm ofClock() {
    return new Alarm(Realm.of(1, Mode.LIVE), AlarmKind.CLOCK_OFF, "clock");
  }
}
