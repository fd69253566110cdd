package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.matching.Allocation.OfOtherAmount;
import florin.bank.matching.Allocation.OrderBooked;
import florin.bank.matching.Allocation.OrderBookedByHand;
import florin.bank.matching.Allocation.OrderBookedLast;
import florin.bank.matching.Allocation.OrderReturned;
import florin.bank.matching.Allocation.OrderReturnedFirst;
import florin.bank.matching.Allocation.OrderedPortion;
import florin.bank.matching.Allocation.OtherAmountUndone;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.Matching.Decided;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.core.Id.BankEntryId;
import florin.core.Id.RefundId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches bank entries to ordered transfers by the end-to-end id that Florin assigned. A reversal
 * is also matched by the bank reference, if only one debit has it. A transfer is booked or returned
 * only as a whole: a person decides about any other amount.
 */
final class OrderedTransfers {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedTransfers.class);

  /**
   * A limit of two is enough: if several debits share a bank reference, they can't be told apart.
   */
  private static final int MORE_THAN_ONE = 2;

  private final BankEntryStore entries;
  private final OutgoingTransferStore transfers;
  private final UnappliedFundsStore holdings;

  OrderedTransfers(MatchSources sources) {
    this.entries = sources.entries();
    this.transfers = sources.outgoing();
    this.holdings = sources.holdings();
  }

  /** Returns the ordered transfer of an entry; empty if there is none. */
  Optional<OutgoingTransfer> find(BankEntry entry) {
    return entry
        .said()
        .endToEndId()
        .filter(OrderedTransfers::isOurs)
        .flatMap(name -> transfers.findByEndToEndId(entry.realm(), name))
        .filter(transfer -> transfer.account().equals(entry.account()))
        .filter(transfer -> !isByHand(transfer))
        .or(() -> findUndone(entry));
  }

  /** Returns whether no payment file had the transfer: its entries concern only the money. */
  private static boolean isByHand(OutgoingTransfer transfer) {
    return transfer.state() == TransferState.CLOSED && transfer.holding().isPresent();
  }

  /** Returns whether an end-to-end id can be one of Florin's, which spares most entries a query. */
  private static boolean isOurs(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    return plain.startsWith(RefundId.KIND.prefix()) || UnappliedFunds.isNamed(plain);
  }

  /**
   * Finds the transfer by the bank reference of the debit that this entry undoes, if only one debit
   * has it.
   */
  private Optional<OutgoingTransfer> findUndone(BankEntry entry) {
    if (entry.debit() || !entry.reversal() || entry.bankReference().isEmpty()) {
      return Optional.empty();
    }
    List<BankEntry> debits = entries.listDebits(entry, entry.bankReference().get(), MORE_THAN_ONE);
    return debits.size() == 1
        ? transfers.findByEntry(entry.realm(), debits.getFirst().id())
        : Optional.empty();
  }

  /** Decides on a debit. Returns empty if the transfer does not wait for it. */
  Optional<Decided> debit(BankEntry entry, OutgoingTransfer transfer) {
    Optional<OutgoingTransfer> ordered = inFile(transfer);
    if (ordered.isPresent()) {
      return ordered.map(it -> booked(entry, it));
    }
    boolean isWhole = entry.amount().equals(transfer.amount());
    if (transfer.state() == TransferState.WAITING && transfer.holding().isPresent() && isWhole) {
      return Optional.of(
          new Decided(
              sourceOf(transfer, entry.id()), of(new OrderBookedByHand(transfer, entry.amount()))));
    }
    if (transfer.state() == TransferState.RETURNED && isWhole && !isBooked(transfer)) {
      return Optional.of(
          new Decided(entry.id(), of(new OrderBookedLast(transfer, entry.amount()))));
    }
    LOG.error(
        "{} is a debit with the reference of {}, which is already {}: ask the bank",
        entry.id(),
        transfer.endToEndId(),
        transfer.state().text());
    return Optional.empty();
  }

  /**
   * Returns the transfer as ordered. The bank may carry out a file that a person had declared
   * rejected.
   */
  private Optional<OutgoingTransfer> inFile(OutgoingTransfer transfer) {
    return switch (transfer.state()) {
      case ORDERED -> Optional.of(transfer);
      case WAITING -> transfers.findLastOrder(transfer).map(transfer::in);
      case BEGUN, BOOKED, RETURNED, OTHER_AMOUNT, DECLARED, CLOSED -> Optional.empty();
    };
  }

  private Decided booked(BankEntry entry, OutgoingTransfer transfer) {
    return entry.amount().equals(transfer.amount())
        ? new Decided(sourceOf(transfer, entry.id()), of(new OrderBooked(transfer, entry.amount())))
        : new Decided(entry.id(), of(new OfOtherAmount(transfer, entry.amount())));
  }

  /**
   * Decides on the return of a transfer. Returns empty if it had not gone out, or not as a whole.
   */
  Optional<Decided> comeAgain(BankEntry entry, OutgoingTransfer transfer) {
    boolean isWhole = entry.amount().equals(transfer.amount());
    Optional<BankEntry> booked =
        transfer.place().entry().map(id -> entries.get(transfer.realm(), id));
    return switch (transfer.state()) {
      case BOOKED ->
          booked
              .filter(_ -> isWhole)
              .map(by ->
                  new Decided(
                      sourceOf(transfer, by.id()),
                      of(new OrderReturned(transfer, entry.amount()))));
      case ORDERED ->
          Optional.of(new OrderReturnedFirst(transfer, entry.amount()))
              .filter(_ -> isWhole)
              .map(part -> new Decided(entry.id(), of(part)));
      case OTHER_AMOUNT ->
          booked
              .filter(by -> by.amount().equals(entry.amount()))
              .map(by ->
                  new Decided(
                      by.id(), of(new OtherAmountUndone(transfer, by.id(), entry.amount()))));
      case BEGUN, WAITING, RETURNED, DECLARED, CLOSED -> Optional.empty();
    };
  }

  /** Returns whether the bank has reported that the transfer went out; a return may come first. */
  private boolean isBooked(OutgoingTransfer transfer) {
    return transfer
        .place()
        .entry()
        .map(id -> entries.get(transfer.realm(), id))
        .filter(BankEntry::debit)
        .isPresent();
  }

  /** Returns the entry with which the money had arrived: for unapplied funds, their entry. */
  private BankEntryId sourceOf(OutgoingTransfer transfer, BankEntryId booked) {
    return transfer
        .holding()
        .map(id -> holdings.get(transfer.realm(), id).origin().entry())
        .orElse(booked);
  }

  private static Parts of(OrderedPortion part) {
    return Parts.of(part);
  }
}
