package florin.payment;

import florin.brake.Brakes;
import florin.core.ErrorCode;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.instrument.Instrument;
import florin.payment.execution.OnOutcome;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Tells the brake which cards were declined or approved, also if only a later inquiry shows it. */
public final class BrakedCards implements OnOutcome {
  /** The failures that tell a thief something about a card. A provider's outage doesn't. */
  private static final Set<ErrorCode> DECLINES =
      Set.of(
          ErrorCode.CARD_DECLINED,
          ErrorCode.EXPIRED_CARD,
          ErrorCode.INCORRECT_CVC,
          ErrorCode.INCORRECT_NUMBER);

  private static final Set<Status> APPROVED = Set.of(Status.SUCCEEDED, Status.REQUIRES_CAPTURE);

  private final Brakes brakes;

  public BrakedCards(Brakes brakes) {
    this.brakes = brakes;
  }

  @Override
  public List<Write> writes(Payment payment, Optional<Cause> cause, Instant now) {
    if (payment.method().instrument().type() == Instrument.Type.BANK_TRANSFER
        || payment.method().offSession().isPresent()) {
      return List.of();
    }
    UUID method = payment.method().id().uuid();
    if (APPROVED.contains(payment.status())) {
      return brakes.charge(payment.realm(), method, now).stream().toList();
    }
    boolean isDeclined =
        payment.status() == Status.FAILED
            && payment.state().failure().filter(BrakedCards::isOfNetwork).isPresent();
    return isDeclined ? List.of(brakes.decline(payment.realm(), method, now)) : List.of();
  }

  private static boolean isOfNetwork(Failure failure) {
    return DECLINES.contains(failure.code()) && !failure.isBlocked();
  }
}
