package florin.core;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The clock of the current realm. A sandbox is ahead of the real time by a duration; all other
 * realms have the real time. A request or a job of a sandbox runs {@link #within} its time, and
 * everything that it calls reads that time here.
 *
 * <p>A sandbox's clock runs like the real one, so a lease lasts as long as anywhere else. Only
 * advancing the sandbox changes by how much it is ahead. See docs/decisions/061-sandboxes.md.
 */
public final class RealmClock implements InstantSource {
  private static final ScopedValue<SandboxTime> TIME = ScopedValue.newInstance();

  private final InstantSource real;

  /**
   * The time of a sandbox.
   *
   * @param ahead by how much it is ahead of the real time
   * @param seed of its random values
   */
  public record SandboxTime(Realm realm, Duration ahead, long seed) {}

  public RealmClock(InstantSource real) {
    this.real = real;
  }

  @Override
  public Instant instant() {
    Instant now = real.instant();
    return TIME.isBound() ? now.plus(TIME.get().ahead()) : now;
  }

  /** Runs work of a sandbox in its time. */
  public static <T> T within(SandboxTime time, Supplier<T> work) {
    return ScopedValue.where(TIME, time).call(work::get);
  }

  /** Returns the time of the current work, if it is a sandbox's, for a thread that continues it. */
  public static Optional<SandboxTime> current() {
    return TIME.isBound() ? Optional.of(TIME.get()) : Optional.empty();
  }

  /**
   * Returns the source of a random value. In a sandbox, its seed and the name determine the value,
   * so that the same calls have the same outcome.
   *
   * @param name tells the values of one sandbox apart
   */
  public static RandomGenerator random(long name) {
    return TIME.isBound()
        ? new SplittableRandom(31 * TIME.get().seed() + name)
        : ThreadLocalRandom.current();
  }

  /** Returns by how much the current realm is ahead of the real time. */
  public static Duration ahead() {
    return TIME.isBound() ? TIME.get().ahead() : Duration.ZERO;
  }

  /** Returns whether the current work is that of a realm, in its time. */
  public static boolean isWithin(Realm realm) {
    return TIME.isBound() && TIME.get().realm().equals(realm);
  }

  /**
   * Returns the lowest id of the realms whose due rows the current work may take. A job of all
   * realms takes none of sandboxes: they are due by another clock.
   */
  public static long firstRealm() {
    return TIME.isBound() ? TIME.get().realm().id() : 0;
  }

  /** Returns the highest id of these realms. */
  public static long lastRealm() {
    return TIME.isBound() ? TIME.get().realm().id() : Realm.FIRST_SANDBOX - 1;
  }
}
