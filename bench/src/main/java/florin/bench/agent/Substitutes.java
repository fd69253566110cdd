package florin.bench.agent;

import florin.connector.AuthorizeRequest;
import florin.core.Money;
import florin.db.CommitResult;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What is called in place of methods of the service: {@link Edit.Calls}. */
public final class Substitutes {
  /** The name of a system property: how long the network takes, in milliseconds. */
  public static final String NETWORK_MS = "florin.drill.network";

  /** As long as what a seal adds. */
  private static final int OVERHEAD = 28;

  private Substitutes() {}

  /** In place of a group commit's: says that all is durable, and writes nothing. */
  public static CommitResult pretendedCommit(Object commits, Object changeset) {
    return new CommitResult.Committed();
  }

  /** In place of a cipher's: its length, and nothing sealed. */
  public static byte[] plain(Object cipher, byte[] key, byte[] context, byte[] plain) {
    return Arrays.copyOf(plain, plain.length + OVERHEAD);
  }

  /** In place of an id that follows from what is told: another each time. */
  public static UUID anyId(Object instance, String name) {
    var random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** In place of a difference: what it is taken from. */
  public static Money whole(Object from, Object part) {
    return (Money) from;
  }

  /** In place of whether an object has a key. */
  public static boolean neverHas(Object object, String key) {
    return false;
  }

  public static boolean neverMore(Object one, Object other) {
    return false;
  }

  /** In place of a bound: none. */
  public static int boundless(Object bounds) {
    return Integer.MAX_VALUE;
  }

  /** Of what is asked for, the half. */
  public static Money half(Object request) {
    Money asked = ((AuthorizeRequest) request).amount();
    return new Money(Math.max(1, asked.minor() / 2), asked.currency());
  }

  /** In place of a look at the realm, which is of test mode: as long as a network takes. */
  public static void takeTime(Object realm) {
    try {
      Thread.sleep(Long.getLong(NETWORK_MS, 0));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  public static boolean always(Object fitness) {
    return true;
  }

  /** The time that has passed, and what the drill steps. */
  public static long nanos(Object supplier) {
    return ((LongSupplier) supplier).getAsLong()
        + TimeUnit.MILLISECONDS.toNanos(SteppedClock.stepMs());
  }

  /** The node's clock, which a drill steps. */
  public static Instant now() {
    return Instant.now().plusMillis(SteppedClock.stepMs());
  }
}
