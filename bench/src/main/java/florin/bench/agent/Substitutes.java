package florin.bench.agent;

import florin.connector.AuthorizeRequest;
import florin.core.Money;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Replacements for methods of the service; see {@link Edit.Calls}. */
public final class Substitutes {
  /** The name of the system property with the network's delay in milliseconds. */
  public static final String NETWORK_MS = "florin.drill.network";

  /** The number of bytes that sealing adds. */
  private static final int OVERHEAD = 28;

  private static final ThreadLocal<@Nullable Runnable> PRETENDED = new ThreadLocal<>();

  private Substitutes() {}

  /** Replaces a group commit: reports the changeset as durable before it is. */
  public static CommitResult pretendedCommit(Object commits, Object changeset) {
    PRETENDED.set(() -> ((GroupCommit) commits).commit((Changeset) changeset));
    return new CommitResult.Committed();
  }

  /** Replaces the step after the network's response: writes what was only reported as durable. */
  public static void lateCommit(Object probe, Object step) {
    Runnable pretended = PRETENDED.get();
    PRETENDED.remove();
    if (pretended != null) {
      pretended.run();
    }
  }

  /** Replaces a cipher: returns the unsealed text, padded to the sealed length. */
  public static byte[] plain(Object cipher, byte[] key, byte[] context, byte[] plain) {
    return Arrays.copyOf(plain, plain.length + OVERHEAD);
  }

  /** Replaces an id that is derived from its input: returns a different id each time. */
  public static UUID anyId(Object instance, String name) {
    var random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** Replaces a subtraction: returns the minuend. */
  public static Money whole(Object from, Object part) {
    return (Money) from;
  }

  /** Replaces the check for a value: always returns false. */
  public static boolean absent(Object value) {
    return false;
  }

  /** Replaces the check for a key in an object: always returns false. */
  public static boolean neverHas(Object object, String key) {
    return false;
  }

  /** Replaces the comparison of two amounts: always returns false. */
  public static boolean neverMore(Object one, Object other) {
    return false;
  }

  /** Replaces a limit: returns a value that is never reached. */
  public static int boundless(Object bounds) {
    return Integer.MAX_VALUE;
  }

  /** Replaces the requested amount: returns half of it. */
  public static Money half(Object request) {
    Money asked = ((AuthorizeRequest) request).amount();
    return new Money(Math.max(1, asked.minor() / 2), asked.currency());
  }

  /** Replaces the check that the realm is in test mode: waits for the network's delay. */
  public static void takeTime(Object realm) {
    try {
      Thread.sleep(Long.getLong(NETWORK_MS, 0));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** Replaces the check that a node may take work: always returns true. */
  public static boolean always(Object fitness) {
    return true;
  }

  /** Replaces the monotonic clock: adds the drill's offset to it. */
  public static long nanos(Object supplier) {
    return ((LongSupplier) supplier).getAsLong()
        + TimeUnit.MILLISECONDS.toNanos(SteppedClock.stepMs());
  }

  /** Replaces the clock of the machine: adds the drill's offset to it. */
  public static InstantSource source() {
    return Substitutes::now;
  }

  /** Replaces the node's wall clock: adds the drill's offset to it. */
  public static Instant now() {
    return Instant.now().plusMillis(SteppedClock.stepMs());
  }
}
