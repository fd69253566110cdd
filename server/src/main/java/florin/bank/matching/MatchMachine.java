package florin.bank.matching;

import florin.bank.matching.Allocation.Later;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.Allocation.ToCredit;
import florin.bank.matching.Allocation.ToPayment;
import florin.bank.matching.Allocation.ToUnmatched;
import florin.core.Money;
import java.util.List;

/**
 * Decides whose money is. Purely, and by references alone: an amount and a name are no proof, so
 * where no reference leads to one payment, a person decides.
 */
public final class MatchMachine {
  private MatchMachine() {}

  /**
   * @param amount that was booked in our favour
   * @param named how many references the entry names
   * @param found the payments that these lead to
   */
  public static Allocation decide(Money amount, int named, List<Expectation> found) {
    if (found.isEmpty()) {
      return unmatched(
          amount, named == 0 ? HoldingReason.NO_REFERENCE : HoldingReason.UNKNOWN_REFERENCE);
    }
    if (found.size() > 1) {
      return unmatched(amount, HoldingReason.SEVERAL_REFERENCES);
    }
    Expectation expected = found.getFirst();
    return amount.currency().equals(expected.currency())
        ? decide(amount, expected)
        : unmatched(amount, HoldingReason.OTHER_CURRENCY);
  }

  private static Allocation decide(Money amount, Expectation expected) {
    return switch (expected.payment().status()) {
      case REQUIRES_ACTION when expected.payment().isWaitingForPayer() -> receive(amount, expected);
      case REQUIRES_ACTION, PROCESSING, REQUIRES_CAPTURE -> new Later();
      case SUCCEEDED -> credit(amount, expected, HoldingReason.PAID_ALREADY);
      case CANCELED, FAILED -> credit(amount, expected, HoldingReason.LATE);
    };
  }

  /** Less than was asked for waits with the payment; what is beyond it is the customer's. */
  private static Allocation receive(Money amount, Expectation expected) {
    Money missing = expected.missing();
    if (missing.isMoreThan(amount)) {
      return Parts.of(new ToPayment(expected, amount, false));
    }
    var whole = new ToPayment(expected, missing, true);
    return amount.equals(missing)
        ? Parts.of(whole)
        : Parts.of(
            whole, new ToCredit(expected, amount.minus(missing), HoldingReason.OVERPAID));
  }

  private static Allocation credit(Money amount, Expectation expected, HoldingReason reason) {
    return Parts.of(new ToCredit(expected, amount, reason));
  }

  private static Allocation unmatched(Money amount, HoldingReason reason) {
    return Parts.of(new ToUnmatched(amount, reason));
  }
}
