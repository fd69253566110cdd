package florin.bank.matching;

import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.Later;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.Allocation.Portion;
import florin.bank.matching.Allocation.Recipient;
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
 * Decides to whom money belongs, as a pure function and only by references. An amount and a name
 * prove nothing, so without a reference to exactly one payment a person decides.
 */
public final class MatchMachine {
  private MatchMachine() {}

  /**
   * Decides about a credit.
   *
   * @param amount the credited amount
   * @param isNamed whether the entry has a possible creditor reference
   * @param found the payments that its references identify
   */
  public static Allocation decide(Money amount, boolean isNamed, List<Recipient> found) {
    if (found.isEmpty()) {
      return unmatched(
          amount, isNamed ? UnappliedReason.UNKNOWN_REFERENCE : UnappliedReason.NO_REFERENCE);
    }
    if (found.size() > 1) {
      return unmatched(amount, UnappliedReason.SEVERAL_REFERENCES);
    }
    Recipient expected = found.getFirst();
    return amount.currency().equals(expected.currency())
        ? decide(amount, expected)
        : unmatched(amount, UnappliedReason.OTHER_CURRENCY);
  }

  /**
   * Decides by the state of the transfer, which is closed before its payment is canceled and never
   * reopened.
   */
  private static Allocation decide(Money amount, Recipient expected) {
    return switch (expected.transfer().state()) {
      case OPEN -> expected.payment().isWaitingForPayer() ? receive(amount, expected) : new Later();
      case PAID -> credit(amount, expected, UnappliedReason.PAID_ALREADY);
      case CLOSED -> credit(amount, expected, UnappliedReason.LATE);
    };
  }

  /**
   * Splits the amount: a partial amount waits with the payment, and an excess becomes unapplied
   * credit.
   */
  private static Allocation receive(Money amount, Recipient expected) {
    Money missing = expected.transfer().outstanding();
    if (missing.isMoreThan(amount)) {
      return Parts.of(new ToPayment(expected, amount, false));
    }
    var whole = new ToPayment(expected, missing, true);
    return amount.equals(missing)
        ? Parts.of(whole)
        : Parts.of(whole, new ToCredit(expected, amount.minus(missing), UnappliedReason.OVERPAID));
  }

  private static Allocation credit(Money amount, Recipient expected, UnappliedReason reason) {
    return Parts.of(new ToCredit(expected, amount, reason));
  }

  private static Allocation unmatched(Money amount, UnappliedReason reason) {
    return Parts.of(new ToUnmatched(amount, reason));
  }

  /**
   * Allocates an entry by which the bank takes money back. It takes the money from its present
   * holders: first from those that are not payments.
   *
   * @param held the parts of the original entry's money and their holders
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
