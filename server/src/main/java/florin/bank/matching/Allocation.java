package florin.bank.matching;

import florin.core.Money;
import java.util.List;
import java.util.UUID;

/** What becomes of the money of an entry. */
public sealed interface Allocation {
  /** It goes to these, or comes from them, in parts that add up to it. */
  record Parts(List<Part> parts) implements Allocation {
    public Parts {
      parts = List.copyOf(parts);
    }

    static Parts of(Part... parts) {
      return new Parts(List.of(parts));
    }
  }

  /** Somebody is at work on the payment: it is to be asked again in a moment. */
  record Later() implements Allocation {}

  /** A part of the money, and whose it is. */
  sealed interface Part {
    Money amount();
  }

  /**
   * @param completes whether with it all has come that was asked for
   */
  record ToPayment(Expectation expected, Money amount, boolean completes) implements Part {}

  /** More than was asked for, or too late. */
  record ToCredit(Expectation expected, Money amount, HoldingReason reason) implements Part {}

  /** A person must say whose it is. */
  record ToUnmatched(Money amount, HoldingReason reason) implements Part {}

  /** It was sent back, and has come again. */
  record BackToHolding(UUID holding, Money amount) implements Part {}

  /** Taken from whoever has it. */
  record From(Held held, Money amount) implements Part {}

  /** Nothing of ours. */
  record ToOther(Money amount) implements Part {}
}
