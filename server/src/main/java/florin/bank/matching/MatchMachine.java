package florin.bank.matching;

import florin.bank.matching.Allocation.Later;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.Allocation.Portion;
import florin.bank.matching.Allocation.Taken;
import florin.bank.matching.Allocation.ToCredit;
import florin.bank.matching.Allocation.ToOther;
import florin.bank.matching.Allocation.ToPayment;
import florin.bank.matching.Allocation.ToUnmatched;
import florin.core.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Decides whose money is. Purely, and by references alone: an amount and a name are no proof, so
 * where no reference leads to one payment, a person decides.
 */
public final class MatchMachine {
  private MatchMachine() {}

  /**
   * @param amount that was booked in our favour
   * @param isNamed whether the entry has what looks like a reference of ours
   * @param found the payments that it leads to
   */
  public static Allocation decide(Money amount, boolean isNamed, List<Recipient> found) {
    if (found.isEmpty()) {
      return unmatched(
          amount, isNamed ? HoldingReason.UNKNOWN_REFERENCE : HoldingReason.NO_REFERENCE);
    }
    if (found.size() > 1) {
      return unmatched(amount, HoldingReason.SEVERAL_REFERENCES);
    }
    Recipient expected = found.getFirst();
    return amount.currency().equals(expected.currency())
        ? decide(amount, expected)
        : unmatched(amount, HoldingReason.OTHER_CURRENCY);
  }

  /** The transfer's state counts: it is closed before a payment is canceled, and never opened. */
  private static Allocation decide(Money amount, Recipient expected) {
    return switch (expected.transfer().state()) {
      case OPEN -> expected.payment().isWaitingForPayer() ? receive(amount, expected) : new Later();
      case PAID -> credit(amount, expected, HoldingReason.PAID_ALREADY);
      case CLOSED -> credit(amount, expected, HoldingReason.LATE);
    };
  }

  /** Less than was asked for waits with the payment; what is beyond it is the customer's. */
  private static Allocation receive(Money amount, Recipient expected) {
    Money missing = expected.transfer().outstanding();
    if (missing.isMoreThan(amount)) {
      return Parts.of(new ToPayment(expected, amount, false));
    }
    var whole = new ToPayment(expected, missing, true);
    return amount.equals(missing)
        ? Parts.of(whole)
        : Parts.of(whole, new ToCredit(expected, amount.minus(missing), HoldingReason.OVERPAID));
  }

  private static Allocation credit(Money amount, Recipient expected, HoldingReason reason) {
    return Parts.of(new ToCredit(expected, amount, reason));
  }

  private static Allocation unmatched(Money amount, HoldingReason reason) {
    return Parts.of(new ToUnmatched(amount, reason));
  }

  /**
   * The bank takes back what it had booked. It is taken where it is now: first what no payment has.
   *
   * @param held what there is of the entry's money, and who has it
   */
  public static Parts reverse(Money amount, List<Held> held) {
    var parts = new ArrayList<Portion>();
    Money left = amount;
    for (Held has : held.stream().sorted(Comparator.comparing(Held::holder)).toList()) {
      Money taken = has.amount().isMoreThan(left) ? left : has.amount();
      if (!taken.isZero()) {
        parts.add(new Taken(has, taken));
        left = left.minus(taken);
      }
    }
    if (!left.isZero()) {
      parts.add(new ToOther(left));
    }
    return new Parts(parts);
  }
}
