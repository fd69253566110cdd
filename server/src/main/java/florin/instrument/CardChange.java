package florin.instrument;

import java.time.Instant;
import java.util.Optional;

/**
 * What a request says of a card that is there. The number is never changed: another number is
 * another card.
 */
public record CardChange(Optional<Integer> expMonth, Optional<Integer> expYear) {
  /** The instrument as it is then; the same where nothing changes. */
  public Instrument applyTo(Instrument before) {
    return before.changed(this);
  }

  /** What is wrong with the instrument as it would be; nothing where it is not renewed. */
  public Optional<InstrumentFault> check(Instrument before, Instant now) {
    return (expMonth.isPresent() || expYear.isPresent()) && applyTo(before) instanceof Card card
        ? CardCheck.checkExpiry(card.expMonth(), card.expYear(), now)
        : Optional.empty();
  }
}
