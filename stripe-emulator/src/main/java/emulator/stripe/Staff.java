package emulator.stripe;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the merchant's people do in Stripe's own dashboard. It follows the rules of the API, and
 * bears no reference of the client's.
 */
public final class Staff {
  private final World world;
  private final AtomicInteger captures = new AtomicInteger();
  private final AtomicInteger refunds = new AtomicInteger();

  Staff(World world) {
    this.world = world;
  }

  /**
   * Captures what is held.
   *
   * @param part all of it if empty; the rest is released
   */
  public void capture(String paymentIntent, Optional<Long> part) {
    world.change(
        World.Origin.NOBODY,
        () -> {
          Intent intent = find(paymentIntent);
          long amount = part.orElse(intent.capturable);
          if (!intent.status.equals("requires_capture")
              || amount < 1
              || amount > intent.capturable) {
            throw new IllegalStateException(intent.id + " cannot be captured so");
          }
          world.capture(intent, amount);
          captures.incrementAndGet();
          return intent;
        });
  }

  /**
   * Gives money back.
   *
   * @param part what is left if empty
   * @return the refund's id
   */
  public String refund(String paymentIntent, Optional<Long> part) {
    return world.change(
        World.Origin.NOBODY,
        () -> {
          Intent intent = find(paymentIntent);
          if (intent.received == 0) {
            throw new IllegalStateException(intent.id + " has taken nothing");
          }
          Charge charge = intent.charge();
          long amount = part.orElse(charge.refundable());
          boolean isDisputed = charge.dispute != null && !charge.dispute.isChargeRefundable();
          if (isDisputed || amount < 1 || amount > charge.refundable()) {
            throw new IllegalStateException(charge.id + " cannot be refunded so");
          }
          String id = world.refund(charge, amount, Map.of(), "requested_by_customer").id;
          refunds.incrementAndGet();
          return id;
        });
  }

  /** Returns how many captures they have made. */
  public int captures() {
    return captures.get();
  }

  /** Returns how many refunds they have made. */
  public int refunds() {
    return refunds.get();
  }

  /** Cancels a refund that is pending. */
  public void cancelRefund(String refund) {
    world.change(
        World.Origin.NOBODY,
        () -> {
          Refund found =
              Optional.ofNullable(world.refunds.get(refund))
                  .orElseThrow(() -> new NoSuchElementException("there is no " + refund));
          world.cancel(found);
          return found;
        });
  }

  private Intent find(String id) {
    return Optional.ofNullable(world.intents.get(id))
        .orElseThrow(() -> new NoSuchElementException("there is no " + id));
  }
}
