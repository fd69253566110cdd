package emulator.mollie;

import java.time.Duration;

/**
 * The time that Mollie and the banks take.
 *
 * @param capture until a pending capture has succeeded
 * @param release until an authorization is released
 * @param refund until a pending refund is processed; it can be canceled until then
 * @param transfer until a refund in process has reached the payer
 */
public record Pace(Duration capture, Duration release, Duration refund, Duration transfer) {
  /** Returns the documented delay of refunds, and no other delays. */
  public static Pace usual() {
    return new Pace(Duration.ZERO, Duration.ZERO, Duration.ofHours(2), Duration.ofDays(1));
  }
}
