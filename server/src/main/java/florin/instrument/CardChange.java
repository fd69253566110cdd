package florin.instrument;

import java.time.Instant;
import java.util.Optional;

/**
 * The change of an existing card in a request. The number never changes, because another number is
 * another card.
 */
public record CardChange(Optional<Integer> expMonth, Optional<Integer> expYear) {
  /** Returns the instrument after the change; the same if nothing changes. */
  public Instrument applyTo(Instrument before) {
    return before.changed(this);
  }

  /** Returns the fault of the changed instrument; empty if the expiry date does not change. */
  public Optional<InstrumentFault> check(Instrument before, Instant now) {
    return (expMonth.isPresent() || expYear.isPresent()) && applyTo(before) instanceof Card card
        ? CardCheck.checkExpiry(card.expMonth(), card.expYear(), now)
        : Optional.empty();
  }
}
