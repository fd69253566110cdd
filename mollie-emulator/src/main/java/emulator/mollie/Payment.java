package emulator.mollie;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A payment in its present state. */
final class Payment {
  final String id;
  final boolean live;
  final Instant created;
  final Amount amount;
  final Terms terms;

  /** The fields of the request that the response repeats. */
  final ObjectNode given;

  Status status = Status.OPEN;
  @Nullable Method method;
  @Nullable Instant expiresAt;
  @Nullable Instant authorizedAt;
  @Nullable Instant captureBefore;
  @Nullable Instant paidAt;
  @Nullable Instant canceledAt;
  @Nullable Instant expiredAt;
  @Nullable Instant failedAt;
  @Nullable Card card;
  @Nullable FailureReason failure;
  @Nullable Mandate mandate;
  final List<Capture> captures = new ArrayList<>();
  final List<Refund> refunds = new ArrayList<>();
  final List<Chargeback> chargebacks = new ArrayList<>();

  /**
   * What was agreed when the payment was created.
   *
   * @param methods the methods that the payer can choose from
   * @param captureMode `manual` or `automatic`, if the request names one
   * @param captureDelay the delay of an automatic capture
   */
  record Terms(
      Sequence sequence,
      List<Method> methods,
      Optional<String> captureMode,
      Optional<Duration> captureDelay,
      Optional<Customer> customer) {
    Terms {
      methods = List.copyOf(methods);
    }

    /** Returns whether the payment is authorized first, and captured later. */
    boolean isHeld() {
      return captureMode.filter("manual"::equals).isPresent() || captureDelay.isPresent();
    }
  }

  Payment(String id, boolean live, Instant created, Amount amount, Terms terms, ObjectNode given) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.amount = amount;
    this.terms = terms;
    this.given = given;
  }

  /** Returns a text of the request, or empty. */
  Optional<String> text(String field) {
    return Optional.of(given.path(field).stringValue("")).filter(text -> !text.isEmpty());
  }

  boolean isCancelable() {
    return switch (status) {
      case OPEN, PENDING -> method != null && method.isCancelable();
      case AUTHORIZED -> !hasCapture();
      case PAID, CANCELED, EXPIRED, FAILED -> false;
    };
  }

  /** Returns whether the payment has a capture that hasn't failed. Mollie allows one for cards. */
  boolean hasCapture() {
    return captures.stream().anyMatch(Capture::stands);
  }

  /** Returns the amount of the successful captures. */
  long captured() {
    return captures.stream()
        .filter(capture -> capture.status.equals("succeeded"))
        .mapToLong(capture -> capture.amount.minor())
        .sum();
  }

  /** Returns the amount that the payer has paid. */
  long paid() {
    if (status != Status.PAID) {
      return 0;
    }
    return captures.isEmpty() ? amount.minor() : captured();
  }

  long refunded() {
    return refunds.stream().filter(Refund::stands).mapToLong(refund -> refund.amount.minor()).sum();
  }

  long refundable() {
    return paid() - refunded();
  }

  long chargedBack() {
    return chargebacks.stream()
        .filter(chargeback -> chargeback.reversedAt == null)
        .mapToLong(chargeback -> chargeback.amount.minor())
        .sum();
  }
}
