package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.EntryShare;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.matching.MatchStore.PayoutMoney;
import florin.bank.matching.UnappliedFunds.FundsOrigin;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.core.ErrorCode;
import florin.core.Id.BankEntryId;
import florin.core.Id.PayoutId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.event.EventLog;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The command that takes the money of a bank entry away from the payout that has it by mistake. The
 * rows of the match stay, and rows with the opposite amounts follow them.
 */
public final class PayoutUnassignments {
  /** The newest movements of an entry, among which is the assignment by a person. */
  private static final int MAX_MOVES = 50;

  private final MatchSources sources;
  private final TransferBook book;
  private final UnappliedFundsEvents events;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  /** A bank entry without the payout, and the objects that have its money now. */
  public record Unassigned(BankEntry entry, List<EntryShare> shares) {
    public Unassigned {
      shares = List.copyOf(shares);
    }
  }

  public PayoutUnassignments(
      MatchSources sources, IdempotentCommand once, IdSource ids, InstantSource clock) {
    this.sources = sources;
    this.book = new TransferBook(sources);
    this.events = new UnappliedFundsEvents(ids);
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Takes the money away. That of a credit becomes an unmatched transfer, which only a person
   * assigns. A debit then concerns no payout, and its status is `other`.
   *
   * @param from the payout that must have the money; empty for any
   * @throws Refusal if this payout has no money of the entry, or if it is being returned
   */
  public Result<Unassigned> unassign(
      Realm realm, BankEntryId id, Optional<PayoutId> from, Origin origin) {
    return once.run(realm, origin, () -> unassign(get(realm, id), from, origin));
  }

  private BankEntry get(Realm realm, BankEntryId id) {
    return sources.entries().findBooked(realm, id).orElseThrow(id::notFound);
  }

  /**
   * Decides by the entry, whose version guards what is read after it. The transfer is read before
   * the money: if another decision comes between, the transfer's version has changed, or no money
   * is left.
   */
  private Decision<Unassigned> unassign(BankEntry entry, Optional<PayoutId> from, Origin origin) {
    Optional<UnappliedFunds> before = entry.debit() ? Optional.empty() : findHolding(entry);
    PayoutMoney taken =
        sources
            .matches()
            .findPayoutMoney(entry.realm(), entry.id())
            .filter(it -> from.isEmpty() || from.get().equals(it.payout()))
            .orElseThrow(() ->
                unexpected(
                    "The payout has no money of this bank entry. Retrieve the entry to see what has its money; nothing was changed."));
    if (before.filter(it -> it.status() == Status.RETURNING).isPresent()) {
      throw unexpected(
          "A part of this money is being returned. Wait until your bank has booked the return; nothing was changed.");
    }
    Instant now = clock.instant();
    var moves = new ArrayList<MatchRow>();
    var writes = new ArrayList<Write>();
    moves.add(move(entry, Holder.PAYOUT, taken.payout().uuid(), -taken.amount(), now));
    BankEntry after = entry.as(entry.debit() ? BankEntry.Status.OTHER : BankEntry.Status.UNMATCHED);
    if (entry.debit()) {
      moves.add(move(entry, Holder.OTHER, entry.id().uuid(), taken.amount(), now));
    } else {
      var amount = new Money(taken.amount(), entry.amount().currency());
      UnappliedFunds holding =
          before.map(it -> it.unassigned(amount)).orElseGet(() -> holding(entry, amount, now));
      writes.add(
          before.isPresent()
              ? UnappliedFundsStore.update(holding)
              : UnappliedFundsStore.insert(holding));
      writes.add(EventLog.append(events.of(holding, Optional.of(origin.cause()), now)));
      moves.add(move(entry, Holder.UNMATCHED, holding.id(), taken.amount(), now));
    }
    writes.add(BankEntryStore.update(after));
    moves.forEach(row -> writes.add(MatchStore.insert(row)));
    return Decision.untold(
        entry.id().uuid(),
        new Unassigned(after, after(entry, moves)),
        writes,
        it -> BankEntryView.of(it.entry(), it.shares()));
  }

  /** Returns the unmatched transfer that a person or Florin assigned to the payout. */
  private Optional<UnappliedFunds> findHolding(BankEntry entry) {
    return sources.matches().listMovesOf(entry.realm(), entry.id(), MAX_MOVES).stream()
        .filter(row -> row.holder() == Holder.UNMATCHED)
        .findFirst()
        .map(row -> sources.holdings().get(entry.realm(), row.holderId()));
  }

  private UnappliedFunds holding(BankEntry entry, Money amount, Instant now) {
    return new UnappliedFunds(
        entry.realm(),
        ids.next(),
        Kind.UNMATCHED,
        UnappliedFunds.FIRST_VERSION,
        Status.OPEN,
        UnappliedReason.UNASSIGNED,
        amount,
        amount,
        new FundsOrigin(
            entry.account(),
            entry.id(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            now));
  }

  private MatchRow move(BankEntry entry, Holder holder, UUID id, long amount, Instant now) {
    return new MatchRow(
        entry.realm(),
        ids.next(),
        entry.id(),
        entry.id(),
        holder,
        id,
        amount,
        now,
        Optional.empty());
  }

  /** Returns the shares after the moves, as the database will have them. */
  private List<EntryShare> after(BankEntry entry, List<MatchRow> moves) {
    var shares =
        new ArrayList<>(
            book.listShares(entry.realm(), List.of(entry.id()))
                .getOrDefault(entry.id(), List.of()));
    for (MatchRow row : moves) {
      long before =
          shares.stream().filter(share -> share.isOf(row)).mapToLong(EntryShare::amount).sum();
      shares.removeIf(share -> share.isOf(row));
      if (before + row.amount() != 0) {
        shares.add(
            new EntryShare(
                entry.id(), row.holder(), row.holderId(), before + row.amount(), Optional.empty()));
      }
    }
    return shares;
  }

  private static Refusal unexpected(String message) {
    return new Problem.BadRequest(ErrorCode.PAYOUT_UNEXPECTED_STATE, message).refusal();
  }
}
