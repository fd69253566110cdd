package emulator.stripe;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The actions of the merchant's staff in Stripe's own dashboard. They follow the rules of the API,
 * and have no reference of the client's.
 */
public final class Staff {
  private final World world;
  private final AtomicInteger captures = new AtomicInteger();
  private final AtomicInteger refunds = new AtomicInteger();

  Staff(World world) {
    this.world = world;
  }

  /**
   * Captures an authorized amount.
   *
   * @param part the amount, whose rest is released; empty for all of it
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
            throw new IllegalStateException(intent.id + " doesn't allow a capture of this amount");
          }
          world.capture(intent, amount);
          captures.incrementAndGet();
          return intent;
        });
  }

  /**
   * Refunds a charge.
   *
   * @param part the amount; empty for all that is left
   * @return the refund's id
   */
  public String refund(String paymentIntent, Optional<Long> part) {
    return world.change(
        World.Origin.NOBODY,
        () -> {
          Intent intent = find(paymentIntent);
          if (intent.received == 0) {
            throw new IllegalStateException(intent.id + " has no captured amount");
          }
          Charge charge = intent.charge();
          long amount = part.orElse(charge.refundable());
          boolean isDisputed = charge.dispute != null && !charge.dispute.isChargeRefundable();
          if (isDisputed || amount < 1 || amount > charge.refundable()) {
            throw new IllegalStateException(charge.id + " doesn't allow a refund of this amount");
          }
          String id = world.refund(charge, amount, Map.of(), "requested_by_customer").id;
          refunds.incrementAndGet();
          return id;
        });
  }

  /** Returns the number of captures. */
  public int captures() {
    return captures.get();
  }

  /** Returns the number of refunds. */
  public int refunds() {
    return refunds.get();
  }

  /** Cancels a pending refund. */
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
