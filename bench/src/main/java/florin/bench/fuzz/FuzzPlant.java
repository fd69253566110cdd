package florin.bench.fuzz;

import florin.bench.agent.Rewrite;
import java.util.Locale;

/** A guard that can be removed from a reader, and the target whose search must find that. */
public enum FuzzPlant {
  WHOLE_CHARACTERS(FuzzTarget.JSON, Rewrite.WHOLE_CHARACTERS),
  KEYS_ONCE(FuzzTarget.JSON, Rewrite.KEYS_ONCE),
  CHECK_DIGIT(FuzzTarget.CARDS, Rewrite.CHECK_DIGIT),
  NUMBER_AMONG_DIGITS(FuzzTarget.CARD_TEXT, Rewrite.NUMBER_AMONG_DIGITS),
  LINK_MAC(FuzzTarget.SIGNATURES, Rewrite.LINK_MAC),
  BALANCES(FuzzTarget.CAMT, Rewrite.BALANCES),
  BALANCES_OF_MT940(FuzzTarget.MT940, Rewrite.BALANCES);

  private final FuzzTarget target;
  private final Rewrite rewrite;

  FuzzPlant(FuzzTarget target, Rewrite rewrite) {
    this.target = target;
    this.rewrite = rewrite;
  }

  FuzzTarget target() {
    return target;
  }

  Rewrite rewrite() {
    return rewrite;
  }

  /** Returns the name that the command line uses. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
