package florin.vault;

import florin.db.Db;
import florin.job.BackgroundJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running node's encryption keys, which follow a rotation. The node reads the database every
 * second. If the database names a key that the node lacks, the node reads the keys file again. The
 * node encrypts with the key that the database names, so that all nodes switch together. It reports
 * its keys, because a rotation waits for every node before it continues.
 */
public final class LiveKeyring implements Supplier<Keyring>, AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(LiveKeyring.class);

  private final Db db;
  private final Path file;
  private final UUID node;
  private final BackgroundJob job;
  private volatile Keyring keyring;

  /**
   * Creates the node's keys.
   *
   * @param keyring as it was read from the file at the start
   */
  public LiveKeyring(Db db, Path file, Keyring keyring, UUID node) {
    this.db = db;
    this.file = file;
    this.node = node;
    this.keyring = keyring;
    follow();
    this.job = BackgroundJob.start("keyring", PAUSE, this::follow);
  }

  @Override
  public Keyring get() {
    return keyring;
  }

  /** Stops following. A rotation no longer waits for this node. */
  @Override
  public void close() {
    job.close();
    KeyringStore.forget(db, node);
  }

  private boolean follow() {
    KeyringStore.Expectation expected = KeyringStore.expected(db);
    Keyring now = keyring;
    if (!now.matches(expected.check())) {
      now = read(expected, now);
    }
    if (expected.current().filter(now::has).isPresent()) {
      now = now.withCurrent(expected.current().get());
    }
    keyring = now;
    KeyringStore.report(db, node, now);
    return false;
  }

  /** Returns the file's keys, unless the file is missing or still the old one. */
  private Keyring read(KeyringStore.Expectation expected, Keyring before) {
    try {
      Keyring read = Keyring.load(file);
      read.requireMatch(expected.check());
      return read.knownBy(expected.check());
    } catch (KeyringException lacking) {
      LOG.warn("The encryption key is being rotated: {}", lacking.getMessage());
      return before;
    }
  }
}
