package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.outgoing.OutgoingTransfer;
import florin.core.Currency;
import florin.core.Id.BankEntryId;
import florin.core.Id.PayoutId;
import florin.core.Money;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The decision about the money of an entry. */
public sealed interface Allocation {
  /**
   * A payment, and the transfer that it waits for or has waited for.
   *
   * @param authorization the attempt that waits
   */
  record Recipient(Payment payment, ExpectedTransfer transfer, Attempt authorization) {
    Currency currency() {
      return transfer.amount().currency();
    }
  }

  /**
   * The part of an entry's money that a holder has.
   *
   * @param id the id of the payment, the payout or the unapplied funds; for {@link Holder#OTHER}
   *     the id of the entry
   */
  record Held(Holder holder, UUID id, Money amount) {
    /**
     * The kinds of holders, in the order in which money is taken back: a payment's money comes
     * last.
     */
    public enum Holder {
      UNMATCHED,
      CREDIT,
      PAYOUT,
      PAYMENT,
      OTHER;

      public String text() {
        return name().toLowerCase(Locale.ROOT);
      }

      public static Holder of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
      }
    }
  }

  /** The money goes to, or comes from, these portions, which add up to it. */
  record Parts(List<Portion> parts) implements Allocation {
    public Parts {
      parts = List.copyOf(parts);
    }

    static Parts of(Portion... parts) {
      return new Parts(List.of(parts));
    }
  }

  /** Another operation on the payment is in flight: decide again in a moment. */
  record Later() implements Allocation {}

  /** Another entry already counts this money, so this entry becomes a duplicate. */
  record ToldBeside() implements Allocation {}

  /**
   * The money was booked whole, without details, and this entry has the details. The other entry
   * gives way, then this one is decided again.
   *
   * @param whole the entry that booked the money without details
   * @param holding the unapplied funds with its money; empty if it is not allocated yet
   */
  record InPlaceOf(BankEntry whole, Optional<UnappliedFunds> holding) implements Allocation {}

  /** A part of the money, and its owner. */
  sealed interface Portion {
    Money amount();
  }

  /**
   * Money for a payment.
   *
   * @param completes whether the requested amount has then arrived in full
   */
  record ToPayment(Recipient expected, Money amount, boolean completes) implements Portion {}

  /** Money beyond the requested amount, or too late. */
  record ToCredit(Recipient expected, Money amount, UnappliedReason reason) implements Portion {}

  /**
   * The money of a payout: all of the entry, even if the provider reported another amount. A debit
   * is money that the provider collects.
   */
  record ToPayout(PayoutId payout, Money amount) implements Portion {}

  /** Money whose owner a person must decide. */
  record ToUnmatched(Money amount, UnappliedReason reason) implements Portion {}

  /** Money that was sent back and has come again. */
  record BackToUnapplied(UUID holding, Money amount) implements Portion {}

  /** Money taken back from the object that has it. */
  record Taken(Held held, Money amount) implements Portion {}

  /** A part of a transfer that Florin ordered. */
  sealed interface OrderedPortion extends Portion {
    OutgoingTransfer transfer();
  }

  /** The transfer went out. */
  record OrderBooked(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** The transfer went out although no payment file had it: a person ordered it at the bank. */
  record OrderBookedByHand(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** The transfer went out and came back. */
  record OrderReturned(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** The transfer came back before the bank reported that it went out. */
  record OrderReturnedFirst(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** The transfer went out; its return was reported before. */
  record OrderBookedLast(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /** The bank booked another amount than ordered. Florin never takes it for the whole. */
  record OfOtherAmount(OutgoingTransfer transfer, Money amount) implements OrderedPortion {}

  /**
   * The bank has undone a booking of another amount.
   *
   * @param booked the entry that is undone
   */
  record OtherAmountUndone(OutgoingTransfer transfer, BankEntryId booked, Money amount)
      implements OrderedPortion {}

  /** Money that does not concern Florin. */
  record ToOther(Money amount) implements Portion {}
}
