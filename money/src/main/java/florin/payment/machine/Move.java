package florin.payment.machine;

import florin.event.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A decision of the {@link PaymentMachine}.
 *
 * @param payment the payment after the decision
 * @param events the events that announce it, in order
 * @param failure the failure that the caller receives, if the operation failed
 */
public record Move(Payment payment, List<PaymentEvent> events, Optional<Failure> failure) {
  public Move {
    events = List.copyOf(events);
  }

  /** An event, with the payment as it was right after it. */
  public record PaymentEvent(EventType type, Payment payment) {}

  static Move silent(Payment after) {
    return new Move(after, List.of(), Optional.empty());
  }

  static Move told(Payment after, EventType event) {
    return new Move(after, List.of(new PaymentEvent(event, after)), Optional.empty());
  }

  Move failing(Failure why) {
    return new Move(payment, events, Optional.of(why));
  }

  /** Returns this move followed by another that is decided on its payment, as one move. */
  public Move then(Function<Payment, Move> decide) {
    Move next = decide.apply(payment);
    var all = new ArrayList<>(events);
    all.addAll(next.events);
    return new Move(next.payment, all, next.failure);
  }
}
