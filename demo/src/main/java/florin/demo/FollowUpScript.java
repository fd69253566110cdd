package florin.demo;

import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.demo.Orders.Purchase;
import florin.payment.machine.Amounts;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/** Decides and schedules what follows a payment, such as refunds and captures. */
final class FollowUpScript {
  private static final Duration PAYER_GIVES_UP = Duration.ofMinutes(60);
  private static final Duration CAPTURE_EXPIRES = Duration.ofDays(7);
  private static final Duration RESPONDS_AFTER = Duration.ofHours(30);
  private static final Duration BANK_DECIDES_AFTER = Duration.ofHours(20);
  private static final double TRACKED = 0.06;

  /** The courses of disputes, which take turns so that each occurs. */
  private enum DisputeCourse {
    WIN,
    REVIEW,
    LOSE,
    ACCEPT,
    DRAFT;

    static DisputeCourse of(int number) {
      return values()[number % values().length];
    }
  }

  private final DemoMerchant merchant;
  private final EventQueue queue;
  private final HistoryClock clock;
  private int refunds;
  private int disputes;

  FollowUpScript(DemoMerchant merchant, EventQueue queue, HistoryClock clock) {
    this.merchant = merchant;
    this.queue = queue;
    this.clock = clock;
  }

  int refunds() {
    return refunds;
  }

  void of(Purchase order, Payment payment) {
    PaymentId id = payment.id();
    switch (payment.status()) {
      case PROCESSING -> {
        Payment known = merchant.await(id);
        if (known.status() == Status.PROCESSING) {
          throw new IllegalStateException(id + " is still processing");
        }
        of(order, known);
      }
      case REQUIRES_ACTION -> askPayer(order, payment);
      case REQUIRES_CAPTURE -> decide(order, payment);
      case SUCCEEDED -> fulfil(order, id);
      case FAILED, CANCELED -> {}
    }
  }

  private void askPayer(Purchase order, Payment payment) {
    if (order.choice().isEmpty()) {
      later(PAYER_GIVES_UP, () -> merchant.expire(payment.id()));
      return;
    }
    later(
        between(Duration.ofSeconds(15), Duration.ofMinutes(4), order),
        () -> of(order, merchant.choose(payment, order.choice().get())));
  }

  private void decide(Purchase order, Payment payment) {
    PaymentId id = payment.id();
    Duration soon = between(Duration.ofHours(1), Duration.ofHours(70), order);
    switch (order.course()) {
      case CAPTURE -> later(soon, () -> capture(order, id, OptionalLong.empty()));
      case CAPTURE_PART -> {
        long part = Math.max(1, share(payment.terms().amount(), 0.6 + 0.3 * order.draw()));
        later(soon, () -> capture(order, id, OptionalLong.of(part)));
      }
      case CANCEL -> later(soon, () -> merchant.cancel(id, cancellationReason(order)));
      case LEAVE, KEEP, REFUND, REFUND_PART, REFUND_TWICE ->
          later(CAPTURE_EXPIRES, () -> merchant.expire(id));
    }
  }

  private void capture(Purchase order, PaymentId id, OptionalLong amount) {
    merchant.capture(id, amount);
    if (merchant.find(id).status() == Status.REQUIRES_CAPTURE) {
      later(
          Duration.ofHours(1), () -> merchant.cancel(id, CancellationReason.REQUESTED_BY_CUSTOMER));
    } else {
      fulfil(order, id);
    }
  }

  private void fulfil(Purchase order, PaymentId id) {
    if (order.draw() < TRACKED) {
      later(
          Duration.ofHours(20),
          () -> merchant.tell(id, Map.of("parcel", "DEMO" + (long) (order.draw() * 1e9))));
    }
    merchant
        .findDispute(id)
        .ifPresent(
            dispute -> later(RESPONDS_AFTER, () -> respond(dispute, DisputeCourse.of(disputes++))));
    Duration thenBack = between(Duration.ofHours(2), Duration.ofDays(15), order);
    switch (order.course()) {
      case REFUND -> later(thenBack, () -> refund(order, id, 1));
      case REFUND_PART -> later(thenBack, () -> refund(order, id, 0.2 + 0.6 * order.draw()));
      case REFUND_TWICE -> {
        later(thenBack, () -> refund(order, id, 0.3));
        later(thenBack.plusDays(2), () -> refund(order, id, 1));
      }
      case KEEP, CAPTURE, CAPTURE_PART, CANCEL, LEAVE -> {}
    }
  }

  private void respond(DisputeId dispute, DisputeCourse course) {
    if (course == DisputeCourse.ACCEPT) {
      merchant.acceptDispute(dispute);
      return;
    }
    merchant.prepareEvidence(dispute);
    if (course == DisputeCourse.DRAFT) {
      return;
    }
    merchant.submitEvidence(dispute);
    if (course != DisputeCourse.REVIEW) {
      DisputeStatus decision = course == DisputeCourse.WIN ? DisputeStatus.WON : DisputeStatus.LOST;
      later(BANK_DECIDES_AFTER, () -> merchant.decide(dispute, decision));
    }
  }

  /**
   * Refunds a payment, unless its payer disputes it.
   *
   * @param share the part of the remaining amount
   */
  private void refund(Purchase order, PaymentId id, double share) {
    Payment payment = merchant.find(id);
    if (payment.findDispute().isPresent()) {
      return;
    }
    Amounts amounts = payment.state().amounts();
    Money left = amounts.captured().minus(amounts.refunded()).minus(amounts.refundPending());
    OptionalLong amount =
        share == 1 ? OptionalLong.empty() : OptionalLong.of(Math.max(1, share(left, share)));
    merchant.refund(id, amount, refundReason(order));
    refunds++;
    merchant.await(id);
  }

  private void later(Duration time, Runnable what) {
    queue.add(clock.peek().plus(time), what);
  }

  private static long share(Money amount, double share) {
    return (long) (amount.minor() * share);
  }

  private static Duration between(Duration shortest, Duration longest, Purchase order) {
    return shortest.plusSeconds((long) (longest.minus(shortest).toSeconds() * order.draw()));
  }

  private static CancellationReason cancellationReason(Purchase order) {
    return order.draw() < 0.7
        ? CancellationReason.REQUESTED_BY_CUSTOMER
        : CancellationReason.DUPLICATE;
  }

  private static Refund.Reason refundReason(Purchase order) {
    if (order.draw() < 0.75) {
      return Refund.Reason.REQUESTED_BY_CUSTOMER;
    }
    return order.draw() < 0.92 ? Refund.Reason.DUPLICATE : Refund.Reason.FRAUDULENT;
  }
}
