package florin.team;

import florin.db.Db;
import florin.team.Lockout.LockoutKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Recent failures in PostgreSQL. */
final class LockoutStore {
  private static final String FORGET_OLD =
      """
      DELETE FROM sign_in_failure
       WHERE last_at < ?
      """;

  /**
   * Creates rows first; they are locked in one order, so that concurrent attempts count one after
   * the other.
   */
  private static final String MAKE =
      """
      INSERT INTO sign_in_failure (subject, failures, last_at)
      SELECT subject, 0, ?
        FROM unnest(?::bytea[]) AS s(subject)
       ORDER BY subject
          ON CONFLICT (subject) DO NOTHING
      """;

  private static final String FIND_LOCKED =
      """
      SELECT locked_until
        FROM sign_in_failure
       WHERE subject = ANY(?)
       ORDER BY subject
         FOR UPDATE
      """;

  private static final String RAISE =
      """
      UPDATE sign_in_failure
         SET failures = failures + 1,
             last_at = ?
       WHERE subject = ?
      RETURNING failures
      """;

  private static final String LOCK =
      """
      UPDATE sign_in_failure
         SET locked_until = ?
       WHERE subject = ?
      """;

  private static final String GIVE_BACK =
      """
      UPDATE sign_in_failure
         SET failures = GREATEST(failures - 1, 0),
             locked_until = NULL
       WHERE subject = ?
      """;

  private static final String FORGET =
      """
      DELETE FROM sign_in_failure
       WHERE subject = ?
      RETURNING failures
      """;

  private final Db db;

  LockoutStore(Db db) {
    this.db = db;
  }

  /**
   * Counts an attempt for each subject, unless one of them is locked.
   *
   * @return the end of the lock
   */
  Optional<Instant> begin(List<LockoutKey> subjects, Instant now, Instant forgotten) {
    return db.transaction(connection -> {
      Db.update(connection, FORGET_OLD, forgotten);
      Optional<Instant> locked = lockedUntil(connection, subjects, now);
      if (locked.isEmpty()) {
        for (LockoutKey subject : subjects) {
          count(connection, subject, now);
        }
      }
      return locked;
    });
  }

  /**
   * Records a success.
   *
   * @return the attempts of the reset counts, including the successful one
   */
  int succeeded(List<LockoutKey> forgotten, List<LockoutKey> givenBack) {
    return db.transaction(connection -> {
      lock(connection, Stream.concat(forgotten.stream(), givenBack.stream()).toList());
      for (LockoutKey subject : givenBack) {
        Db.update(connection, GIVE_BACK, subject.hash());
      }
      int failures = 0;
      for (LockoutKey subject : forgotten) {
        failures +=
            Db.query(connection, FORGET, row -> row.getInt("failures"), subject.hash()).stream()
                .mapToInt(Integer::intValue)
                .sum();
      }
      return failures;
    });
  }

  /** Returns the end of a lock; the rows stay locked until the transaction ends. */
  private static Optional<Instant> lockedUntil(
      Connection connection, List<LockoutKey> subjects, Instant now) throws SQLException {
    Db.update(connection, MAKE, now, hashes(subjects));
    return lock(connection, subjects).stream()
        .flatMap(Optional::stream)
        .filter(until -> until.isAfter(now))
        .max(Instant::compareTo);
  }

  /** Locks rows in one order, which prevents deadlocks. */
  private static List<Optional<Instant>> lock(Connection connection, List<LockoutKey> subjects)
      throws SQLException {
    return Db.query(
        connection,
        FIND_LOCKED,
        row -> Db.findInstant(row, "locked_until"),
        (Object) hashes(subjects));
  }

  private static byte[][] hashes(List<LockoutKey> subjects) {
    return subjects.stream().map(LockoutKey::hash).toArray(byte[][]::new);
  }

  private static void count(Connection connection, LockoutKey subject, Instant now)
      throws SQLException {
    int failures =
        Db.query(connection, RAISE, row -> row.getInt("failures"), now, subject.hash()).getFirst();
    Optional<Instant> until = Lockout.lock(failures, subject.free()).map(now::plus);
    if (until.isPresent()) {
      Db.update(connection, LOCK, until.get(), subject.hash());
    }
  }
}
