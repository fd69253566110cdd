package florin.payment.machine;

import static florin.payment.machine.Status.PROCESSING;
import static florin.payment.machine.Status.REQUIRES_ACTION;
import static florin.payment.machine.Status.REQUIRES_CAPTURE;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.event.EventType;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The building blocks of the payment machines' moves. Each move goes from one status to another by
 * the table of {@link PaymentMachine}, or throws.
 */
final class Moves {
  private Moves() {}

  /**
   * Begins an operation. The payment's status stays as it is, no event is written, and the payment
   * waits for the network.
   */
  static Move begun(Payment payment, Operation operation, Optional<CancellationReason> reason) {
    return Move.silent(
        payment.with(
            new Change(payment)
                .pending(Optional.of(operation))
                .cancellationReason(reason)
                .unnumbered()));
  }

  /**
   * Returns the payment to its status before a failed operation. If it had become `processing` in
   * the meantime, an event announces the return.
   */
  static Move back(Payment payment) {
    boolean isAuthorized = !payment.state().amounts().capturable().isZero();
    Status before = isAuthorized ? REQUIRES_CAPTURE : REQUIRES_ACTION;
    if (payment.status() == before) {
      return Move.silent(payment.with(idle(payment, before).unnumbered()));
    }
    requireMove(payment, before);
    return move(
        payment,
        idle(payment, before),
        isAuthorized
            ? EventType.PAYMENT_AMOUNT_CAPTURABLE_UPDATED
            : EventType.PAYMENT_REQUIRES_ACTION);
  }

  static Change idle(Payment payment, Status status) {
    return new Change(payment, status)
        .pending(Optional.empty())
        .cancellationReason(Optional.empty());
  }

  /**
   * Marks the payment as `processing`. The network may repeat this result with each inquiry, so
   * only the first one is announced, and none of a setup.
   */
  static Move stillProcessing(Payment payment) {
    boolean isTold =
        payment.isSetup() || (payment.status() == PROCESSING && payment.state().sequence() > 0);
    return isTold
        ? Move.silent(payment.with(new Change(payment, PROCESSING).unnumbered()))
        : announced(payment)
            .then(
                known -> move(known, new Change(known, PROCESSING), EventType.PAYMENT_PROCESSING));
  }

  /**
   * Announces a payment that is changed during its first call, as created and as `processing`. So a
   * payment that is `processing` and has any event was announced as both.
   */
  static Move announcedProcessing(Payment payment) {
    return payment.isSetup() || payment.state().sequence() > 0
        ? Move.silent(payment)
        : announced(payment).then(known -> announce(known, EventType.PAYMENT_PROCESSING));
  }

  /**
   * Announces a payment that outlives the request that created it, unless an event has announced
   * it. The next move is written in the same commit, so the version stays. A setup is announced
   * once it waits for its payer or is final.
   */
  static Move announced(Payment payment) {
    return payment.isSetup() || payment.state().sequence() > 0
        ? Move.silent(payment)
        : announce(payment, EventType.PAYMENT_CREATED);
  }

  private static Move announce(Payment payment, EventType event) {
    return Move.told(payment.with(payment.state().announced()), event);
  }

  static Move move(Payment payment, Change change, EventType event) {
    Payment after = payment.with(change.state());
    return Move.told(after, payment.isSetup() ? ofSetup(event) : event);
  }

  private static EventType ofSetup(EventType event) {
    return switch (event) {
      case PAYMENT_REQUIRES_ACTION -> EventType.SETUP_REQUIRES_ACTION;
      case PAYMENT_SUCCEEDED -> EventType.SETUP_SUCCEEDED;
      case PAYMENT_FAILED -> EventType.SETUP_FAILED;
      case PAYMENT_CANCELED -> EventType.SETUP_CANCELED;
      default -> throw new IllegalStateException("a setup has no event " + event);
    };
  }

  static Change change(Payment payment, Status to) {
    requireMove(payment, to);
    return new Change(payment, to);
  }

  static void requireMove(Payment payment, Status to) {
    if (!PaymentMachine.MOVES.getOrDefault(payment.status(), Set.of()).contains(to)) {
      throw new IllegalStateException(
          payment.id() + " cannot go from " + payment.status() + " to " + to);
    }
  }

  static void requirePending(Payment payment, Operation operation) {
    if (!payment.state().pending().equals(Optional.of(operation))) {
      throw new IllegalStateException(
          payment.id() + " has " + payment.state().pending() + " under way, not " + operation);
    }
  }

  static void requireState(Payment payment, String done, Set<Status> allowed) {
    if (!allowed.contains(payment.status())) {
      throw new Problem.BadRequest(
              ErrorCode.PAYMENT_UNEXPECTED_STATE,
              "The %1$s is %2$s. Only a %1$s that is %3$s can be %4$s; nothing was changed."
                  .formatted(
                      payment.publicId().kind().noun(),
                      payment.status().text(),
                      allowed.stream()
                          .filter(it -> !payment.isSetup() || it != REQUIRES_CAPTURE)
                          .map(Status::text)
                          .collect(Collectors.joining(" or ")),
                      done))
          .refusal();
    }
  }
}
