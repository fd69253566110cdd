package emulator.mollie;

import emulator.provider.Json;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The actions of the merchant's staff in Mollie's own dashboard. They follow the rules of the API,
 * and have no metadata of the client's.
 */
public final class Staff {
  private final World world;
  private final AtomicInteger captures = new AtomicInteger();
  private final AtomicInteger refunds = new AtomicInteger();

  Staff(World world) {
    this.world = world;
  }

  /**
   * Captures an authorized amount, and returns the capture's id.
   *
   * @param value the amount, such as `10.00`, whose rest is released; empty for all of it
   */
  public String capture(String payment, Optional<String> value) {
    return world.change(() -> {
      Payment found = find(payment);
      Amount amount =
          value.map(text -> Amount.of(text, found.amount.currency())).orElse(found.amount);
      boolean fits = amount.minor() > 0 && amount.minor() <= found.amount.minor();
      if (found.status != Status.AUTHORIZED || found.hasCapture() || !fits) {
        throw new IllegalStateException(payment + " doesn't allow a capture of this amount");
      }
      captures.incrementAndGet();
      return world.capture(found, amount, Json.object()).id;
    });
  }

  /** Releases an authorization. */
  public void release(String payment) {
    world.change(() -> {
      Payment found = find(payment);
      if (found.status != Status.AUTHORIZED || found.hasCapture()) {
        throw new IllegalStateException(payment + " has no authorization to release");
      }
      world.release(found);
      return found;
    });
  }

  /**
   * Refunds a payment, and returns the refund's id.
   *
   * @param value the amount, such as `10.00`; empty for all that is left
   */
  public String refund(String payment, Optional<String> value) {
    return world.change(() -> {
      Payment found = find(payment);
      Amount amount =
          value
              .map(text -> Amount.of(text, found.amount.currency()))
              .orElseGet(() -> found.amount.with(found.refundable()));
      if (amount.minor() < 1 || amount.minor() > found.refundable()) {
        throw new IllegalStateException(payment + " doesn't allow a refund of this amount");
      }
      refunds.incrementAndGet();
      return world.refund(found, amount, Json.object()).id;
    });
  }

  /** Cancels a refund that is queued or pending. */
  public void cancelRefund(String refund) {
    world.change(() -> {
      Refund found =
          Optional.ofNullable(world.refunds.get(refund))
              .orElseThrow(() -> new NoSuchElementException("there is no " + refund));
      world.cancel(found);
      return found;
    });
  }

  /** Sets whether the account's balance is too low for refunds, which are then queued. */
  public void lackBalance(boolean lacking) {
    world.change(() -> {
      world.lackBalance(lacking);
      return lacking;
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

  private Payment find(String id) {
    return Optional.ofNullable(world.payments.get(id))
        .orElseThrow(() -> new NoSuchElementException("there is no " + id));
  }
}
