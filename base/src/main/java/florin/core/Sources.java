package florin.core;

import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * The sources of ids, time and randomness, which are passed in instead of created.
 *
 * @param ids based on the same clock
 * @param clock the current time of events
 * @param dueClock the clock by which nodes compare when attempts and deliveries are due: the
 *     database's. In production it is the same as `clock`.
 */
public record Sources(
    IdSource ids, InstantSource clock, InstantSource dueClock, SecureRandom random) {

  /** Returns sources with one clock for everything. */
  public static Sources of(InstantSource clock, SecureRandom random) {
    return new Sources(new IdSource(clock), clock, clock, random);
  }
}
