package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntry.Status;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.BankStatementStore;
import florin.bank.matching.Allocation.BackToUnapplied;
import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.Allocation.InPlaceOf;
import florin.bank.matching.Allocation.OfOtherAmount;
import florin.bank.matching.Allocation.OrderBooked;
import florin.bank.matching.Allocation.OrderBookedByHand;
import florin.bank.matching.Allocation.OrderBookedLast;
import florin.bank.matching.Allocation.OrderReturned;
import florin.bank.matching.Allocation.OrderReturnedFirst;
import florin.bank.matching.Allocation.OrderedPortion;
import florin.bank.matching.Allocation.OtherAmountUndone;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.Allocation.Portion;
import florin.bank.matching.Allocation.Recipient;
import florin.bank.matching.Allocation.Taken;
import florin.bank.matching.Allocation.ToCredit;
import florin.bank.matching.Allocation.ToOther;
import florin.bank.matching.Allocation.ToPayment;
import florin.bank.matching.Allocation.ToPayout;
import florin.bank.matching.Allocation.ToUnmatched;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.matching.OrderedWrites.Settlement;
import florin.bank.matching.UnappliedFunds.FundsOrigin;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.IdSource;
import florin.core.Money;
import florin.db.Changeset;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The writes of a decision, all in one changeset. Guards check everything on which the decision is
 * based.
 */
final class MatchWrites {
  private final PaymentReceipts receipts;
  private final OrderedWrites orders;
  private final Stores payments;
  private final TransferStore transfers;
  private final UnappliedFundsStore holdings;
  private final BankEntryStore entries;
  private final MatchStore matches;
  private final UnappliedFundsEvents events;
  private final IdSource ids;

  MatchWrites(
      PaymentReceipts receipts, OrderedRefunds refunds, MatchSources sources, IdSource ids) {
    this.receipts = receipts;
    this.payments = sources.payments();
    this.transfers = sources.transfers();
    this.holdings = sources.holdings();
    this.entries = sources.entries();
    this.matches = sources.matches();
    this.events = new UnappliedFundsEvents(ids);
    this.orders = new OrderedWrites(refunds, holdings, events);
    this.ids = ids;
  }

  /** Returns the changeset, or empty if an operation is in flight on a payment that loses money. */
  Optional<Changeset> of(BankEntry entry, BankEntryId source, Parts parts, Instant now) {
    var writes = new Moved(entry.debit() ? -1 : 1, entry, source, now);
    for (Portion part : parts.parts()) {
      if (!add(writes, part)) {
        return Optional.empty();
      }
    }
    writes.rows.add(BankEntryStore.update(entry.as(status(parts.parts()))));
    return Optional.of(new Changeset(writes.rows));
  }

  /** Returns the changeset for an entry whose money another entry contains. */
  Changeset duplicate(BankEntry entry) {
    return Changeset.of(
        BankEntryStore.update(entry.as(Status.DUPLICATE)),
        BankStatementStore.countDuplicate(entry));
  }

  /** Returns the changeset that replaces a whole, unassigned booking by the detailed entries. */
  Changeset giveWay(InPlaceOf it, Instant now) {
    BankEntry whole = it.whole();
    var from = new Moved(-1, whole, whole.id(), now);
    from.rows.add(BankEntryStore.update(whole.as(Status.DUPLICATE)));
    from.rows.add(BankStatementStore.countDuplicate(whole));
    it.holding()
        .ifPresent(held -> {
          from.rows.addAll(events.changing(held.less(held.remaining()), now));
          from.match(Holder.UNMATCHED, held.id(), held.remaining());
        });
    return new Changeset(from.rows);
  }

  private static Status status(List<Portion> parts) {
    if (parts.stream().anyMatch(ToUnmatched.class::isInstance)) {
      return Status.UNMATCHED;
    }
    return parts.stream().allMatch(MatchWrites::isOther) ? Status.OTHER : Status.MATCHED;
  }

  private static boolean isOther(Portion part) {
    return switch (part) {
      case ToOther _,
          OfOtherAmount _,
          OrderReturnedFirst _,
          OrderBookedLast _,
          OtherAmountUndone _ ->
          true;
      case ToPayment _,
          ToPayout _,
          ToCredit _,
          ToUnmatched _,
          BackToUnapplied _,
          Taken _,
          OrderBooked _,
          OrderBookedByHand _,
          OrderReturned _ ->
          false;
    };
  }

  private boolean add(Moved to, Portion part) {
    switch (part) {
      case ToPayment it -> toPayment(to, it);
      case ToPayout it -> {
        return toPayout(to, it);
      }
      case ToCredit it ->
          hold(to, Kind.CREDIT, it.reason(), it.amount(), Optional.of(it.expected().payment()));
      case ToUnmatched it -> hold(to, Kind.UNMATCHED, it.reason(), it.amount(), Optional.empty());
      case OrderedPortion it -> {
        Settlement settlement = orders.of(it, to.entry, to.now);
        to.rows.addAll(settlement.rows());
        to.match(settlement.holder(), settlement.holderId(), it.amount(), settlement.refund());
      }
      case ToOther it -> to.match(Holder.OTHER, to.entry.id().uuid(), it.amount());
      case BackToUnapplied it -> {
        UnappliedFunds holding = holdings.get(to.entry.realm(), it.holding());
        to.rows.addAll(events.changing(holding.more(it.amount()), to.now));
        to.match(holding.kind().holder(), holding.id(), it.amount());
      }
      case Taken it -> {
        return take(to, it.held(), it.amount());
      }
    }
    return true;
  }

  private void toPayment(Moved to, ToPayment part) {
    to.rows.addAll(receipts.receive(part.expected(), part.amount(), to.entry, to.now));
    to.match(Holder.PAYMENT, part.expected().payment().id().uuid(), part.amount());
  }

  /** Gives money to a payout. Money that undoes a debit guards what the payout lost with it. */
  private boolean toPayout(Moved to, ToPayout part) {
    boolean isUndone = !to.source.equals(to.entry.id());
    if (isUndone && !guard(to, part.payout().uuid(), -part.amount().minor())) {
      return false;
    }
    to.match(Holder.PAYOUT, part.payout().uuid(), part.amount());
    return true;
  }

  /**
   * Guards the money of the original entry that a payout has: no row of the payout is there to do
   * it, and a person may take the same money away.
   *
   * @param amount that the payout must have at least; below zero for a debit
   * @return whether the payout has it
   */
  private boolean guard(Moved to, UUID payout, long amount) {
    Optional<BankEntry> original = entries.find(to.entry.realm(), to.source);
    original.ifPresent(entry -> to.rows.add(BankEntryStore.guard(entry)));
    return original.isPresent()
        && matches
            .findPayoutMoney(to.entry.realm(), to.source)
            .filter(has -> has.payout().uuid().equals(payout))
            .filter(has -> amount < 0 ? has.amount() <= amount : has.amount() >= amount)
            .isPresent();
  }

  private void hold(
      Moved to, Kind kind, UnappliedReason reason, Money amount, Optional<Payment> payment) {
    var holding =
        new UnappliedFunds(
            to.entry.realm(),
            ids.next(),
            kind,
            UnappliedFunds.FIRST_VERSION,
            UnappliedFunds.Status.OPEN,
            reason,
            amount,
            amount,
            new FundsOrigin(
                to.entry.account(),
                to.source,
                payment.map(Payment::id),
                payment.flatMap(it -> it.terms().customer()),
                Optional.empty(),
                to.now));
    to.rows.addAll(events.creating(holding, to.now));
    to.match(kind.holder(), holding.id(), amount);
  }

  private boolean take(Moved from, Held held, Money amount) {
    return switch (held.holder()) {
      case PAYMENT -> takeFromPayment(from, new PaymentId(held.id()), amount);
      case CREDIT, UNMATCHED -> {
        UnappliedFunds holding = holdings.get(from.entry.realm(), held.id());
        if (amount.isMoreThan(holding.remaining())) {
          yield false; // it has changed since
        }
        from.rows.addAll(events.changing(holding.less(amount), from.now));
        from.match(held.holder(), held.id(), amount);
        yield true;
      }
      case PAYOUT -> {
        if (!guard(from, held.id(), amount.minor())) {
          yield false; // it has changed since
        }
        from.match(held.holder(), held.id(), amount);
        yield true;
      }
      case OTHER -> {
        from.match(held.holder(), held.id(), amount);
        yield true;
      }
    };
  }

  /**
   * Takes money from a payment. Before success, the received amount falls. After success, it is a
   * refund of what is still refundable.
   */
  private boolean takeFromPayment(Moved from, PaymentId id, Money amount) {
    Payment payment = payments.payments().get(from.entry.realm(), id);
    Attempt authorization = payments.attempts().getAuthorization(payment);
    ExpectedTransfer transfer =
        transfers.findExpected(payment.realm(), authorization.id()).orElseThrow();
    switch (transfer.state()) {
      case OPEN -> {
        if (!payment.isWaitingForPayer()) {
          return false;
        }
        from.rows.addAll(
            receipts.lower(new Recipient(payment, transfer, authorization), amount, from.now));
        from.match(Holder.PAYMENT, id.uuid(), amount);
      }
      case PAID -> {
        Money left = payment.state().amounts().refundable();
        Money refunded = amount.isMoreThan(left) ? left : amount;
        if (!refunded.isZero()) {
          var refund = new RefundId(ids.next());
          from.rows.addAll(receipts.refund(payment, refund, refunded, from.now));
          from.match(Holder.PAYMENT, id.uuid(), refunded, Optional.of(refund));
        }
        if (amount.isMoreThan(refunded)) { // the merchant had refunded it already
          from.match(Holder.OTHER, from.entry.id().uuid(), amount.minus(refunded));
        }
      }
      case CLOSED -> {
        return false; // its money is about to become a customer credit
      }
    }
    return true;
  }

  /** The writes of a commit, and the holders of the money that they move. */
  private final class Moved {
    private final int sign;
    private final BankEntry entry;
    private final BankEntryId source;
    private final Instant now;
    private final List<Write> rows = new ArrayList<>();

    Moved(int sign, BankEntry entry, BankEntryId source, Instant now) {
      this.sign = sign;
      this.entry = entry;
      this.source = source;
      this.now = now;
    }

    void match(Holder holder, UUID id, Money amount) {
      match(holder, id, amount, Optional.empty());
    }

    void match(Holder holder, UUID id, Money amount, Optional<RefundId> refund) {
      rows.add(
          MatchStore.insert(
              new MatchRow(
                  entry.realm(),
                  ids.next(),
                  entry.id(),
                  source,
                  holder,
                  id,
                  sign * amount.minor(),
                  now,
                  refund)));
    }
  }
}
