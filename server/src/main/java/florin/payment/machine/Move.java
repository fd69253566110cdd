package florin.payment.machine;

import florin.event.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A decision of the {@link PaymentMachine}.
 *
 * @param payment as it is after it
 * @param events what is to be told of it, in order
 * @param failure what whoever asked for the operation is told, where it failed
 */
public record Move(Payment payment, List<PaymentEvent> events, Optional<Failure> failure) {
  public Move {
    events = List.copyOf(events);
  }

  /** One event, and the payment as it was right after. */
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

  /** Whether one event tells of it, and shows the payment as it is after it. */
  public boolean isToldByOneEvent() {
    return events.size() == 1 && events.getFirst().payment().equals(payment);
  }

  /** This move and then another, as one. */
  public Move then(Move next) {
    var all = new ArrayList<>(events);
    all.addAll(next.events);
    return new Move(next.payment, all, next.failure);
  }
}
