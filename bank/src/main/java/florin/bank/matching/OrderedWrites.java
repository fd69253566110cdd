package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.Allocation.OfOtherAmount;
import florin.bank.matching.Allocation.OrderBooked;
import florin.bank.matching.Allocation.OrderBookedByHand;
import florin.bank.matching.Allocation.OrderBookedLast;
import florin.bank.matching.Allocation.OrderReturned;
import florin.bank.matching.Allocation.OrderReturnedFirst;
import florin.bank.matching.Allocation.OrderedPortion;
import florin.bank.matching.Allocation.OtherAmountUndone;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.db.Write;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes after the bank has booked an ordered transfer: they complete a refund or a return of
 * unapplied funds.
 */
final class OrderedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedWrites.class);

  private final OrderedRefunds refunds;
  private final UnappliedFundsStore holdings;
  private final UnappliedFundsEvents events;

  OrderedWrites(OrderedRefunds refunds, UnappliedFundsStore holdings, UnappliedFundsEvents events) {
    this.refunds = refunds;
    this.holdings = holdings;
    this.events = events;
  }

  /**
   * The effect of a booking.
   *
   * @param holder the kind of holder that got or lost the money
   * @param holderId the id as in {@link Held}
   * @param refund the refund that was carried out or came back; empty for unapplied funds
   */
  record Settlement(List<Write> rows, Holder holder, UUID holderId, Optional<RefundId> refund) {}

  Settlement of(OrderedPortion part, BankEntry entry, Instant now) {
    OutgoingTransfer transfer = part.transfer();
    return switch (part) {
      case OrderBooked _ -> settled(transfer.booked(entry.id()), booked(transfer, entry, now));
      case OrderBookedByHand _ -> settled(transfer.closed(), booked(transfer, entry, now));
      case OrderReturned _ -> settled(transfer.returned(), returned(transfer, part.amount(), now));
      case OrderReturnedFirst _ ->
          other(transfer.returned(entry.id()), entry.id().uuid(), released(transfer, now));
      case OrderBookedLast _ ->
          other(transfer.bookedLast(entry.id()), entry.id().uuid(), List.of());
      case OfOtherAmount _ ->
          other(
              transfer.otherAmount(entry.id()),
              entry.id().uuid(),
              otherAmount(transfer, entry, now));
      case OtherAmountUndone it -> other(transfer.orderedAgain(), it.booked().uuid(), List.of());
    };
  }

  private Settlement settled(OutgoingTransfer after, List<Write> rows) {
    return after
        .refund()
        .map(_ -> settlement(after, Holder.PAYMENT, refunds.of(after).payment().uuid(), rows))
        .orElseGet(() -> {
          UnappliedFunds holding = holding(after).orElseThrow();
          return settlement(after, holding.kind().holder(), holding.id(), rows);
        });
  }

  /** Returns the effect of money that no payment and no unapplied funds got or lost. */
  private static Settlement other(OutgoingTransfer after, UUID entry, List<Write> rows) {
    return settlement(after, Holder.OTHER, entry, rows);
  }

  private static Settlement settlement(
      OutgoingTransfer after, Holder holder, UUID id, List<Write> rows) {
    var all = new ArrayList<Write>();
    all.add(OutgoingTransferStore.update(after));
    all.addAll(rows);
    return new Settlement(
        all, holder, id, holder == Holder.PAYMENT ? after.refund() : Optional.empty());
  }

  private List<Write> booked(OutgoingTransfer transfer, BankEntry by, Instant now) {
    return refund(transfer)
        .map(refund -> refunds.booked(refund, by, now))
        .orElseGet(() -> changing(transfer, holding -> holding.less(transfer.amount()), now));
  }

  private List<Write> returned(OutgoingTransfer transfer, Money amount, Instant now) {
    return refund(transfer)
        .map(refund -> refunds.returned(refund, now))
        .orElseGet(() -> changing(transfer, holding -> holding.more(amount), now));
  }

  /** Returns the writes that make the money available again, as before the order. */
  private List<Write> released(OutgoingTransfer transfer, Instant now) {
    return refund(transfer)
        .map(refund -> refunds.returned(refund, now))
        .orElseGet(
            () -> changing(transfer, holding -> holding.as(UnappliedFunds.Status.OPEN), now));
  }

  private List<Write> otherAmount(OutgoingTransfer transfer, BankEntry by, Instant now) {
    LOG.error(
        "{} was booked by {} for {} instead of {}. It stays open: ask the bank, then record in the dashboard what the payer received",
        transfer.endToEndId(),
        by.id(),
        by.amount(),
        transfer.amount());
    return refund(transfer)
        .map(refund -> refunds.ofOtherAmount(refund, by.amount(), now))
        .orElseGet(List::of);
  }

  private interface Change {
    UnappliedFunds of(UnappliedFunds holding);
  }

  private List<Write> changing(OutgoingTransfer transfer, Change change, Instant now) {
    return events.changing(change.of(holding(transfer).orElseThrow()), now);
  }

  private Optional<Refund> refund(OutgoingTransfer transfer) {
    return transfer.refund().map(_ -> refunds.of(transfer));
  }

  private Optional<UnappliedFunds> holding(OutgoingTransfer transfer) {
    return transfer.holding().map(id -> holdings.get(transfer.realm(), id));
  }
}
