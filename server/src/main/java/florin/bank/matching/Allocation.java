package florin.bank.matching;

import florin.bank.intake.BankEntry;
import florin.bank.outgoing.OutgoingTransfer;
import florin.core.Id.BankEntryId;
import florin.core.Money;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What becomes of the money of an entry. */
public sealed interface Allocation {
  /** It goes to these, or comes from them, in parts that add up to it. */
  record Parts(List<Portion> parts) implements Allocation {
    public Parts {
      parts = List.copyOf(parts);
    }

    static Parts of(Portion... parts) {
      return new Parts(List.of(parts));
    }
  }

  /** Somebody is at work on the payment: it is to be asked again in a moment. */
  record Later() implements Allocation {}

  /** Another entry tells of the money. */
  record ToldBeside() implements Allocation {}

  /**
   * The money was booked whole, with nothing that says whose it is, and the entry says it: that
   * other one gives way, and then it is to be asked again.
   *
   * @param whole the other one
   * @param holding who has its money; empty where nobody has it yet
   */
  record InPlaceOf(BankEntry whole, Optional<UnappliedFunds> holding) implements Allocation {}

  /** A part of the money, and whose it is. */
  sealed interface Portion {
    Money amount();
  }

  /**
   * @param completes whether with it all has come that was asked for
   */
  record ToPayment(Recipient expected, Money amount, boolean completes) implements Portion {}

  /** More than was asked for, or too late. */
  record ToCredit(Recipient expected, Money amount, HoldingReason reason) implements Portion {}

  /** A person must say whose it is. */
  record ToUnmatched(Money amount, HoldingReason reason) implements Portion {}

  /** It was sent back, and has come again. */
  record BackToHolding(UUID holding, Money amount) implements Portion {}

  /** Taken from whoever has it. */
  record Taken(Held held, Money amount) implements Portion {}

  /** Of a transfer that we had ordered. */
  sealed interface OrderedPortion extends Portion {
    OutgoingTransfer transfer();
  }

  /** It went out. */
  record OrderBooked(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** It went out though no file had it: somebody had the bank do it. */
  record OrderBookedByHand(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** It went out and has come back. */
  record OrderReturned(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** It has come back before the bank has told that it went out. */
  record OrderReturnedFirst(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** It went out, and that it has come back was told before. */
  record OrderBookedLast(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** Another amount went out than we had ordered: nobody takes it for the whole. */
  record OfOtherAmount(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /**
   * Another amount had gone out, and the bank has undone that.
   *
   * @param booked the entry that is undone
   */
  record OtherAmountUndone(OutgoingTransfer transfer, BankEntryId booked, Money amount)
      implements OrderedPortion {}

  /** Nothing of ours. */
  record ToOther(Money amount) implements Portion {}
}
