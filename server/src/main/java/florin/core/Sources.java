package florin.core;

import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * What no code takes by itself: it is passed in.
 *
 * @param ids of the same clock
 * @param clock what happens, happens now
 * @param dueClock by which nodes compare when attempts and deliveries are due: the database's, and
 *     in service no other than `clock`
 */
public record Sources(
    IdSource ids, InstantSource clock, InstantSource dueClock, SecureRandom random) {

  /** With one clock for all. */
  public static Sources of(InstantSource clock, SecureRandom random) {
    return new Sources(new IdSource(clock), clock, clock, random);
  }
}
