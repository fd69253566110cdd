package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.ExpectedPayoutStore.PayoutName;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.EntryShare;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The history of booked money, for pages and the API. All lists are bounded. */
public final class TransferBook {
  /** The most movements that are listed for one payment or its unapplied funds, the newest. */
  public static final int MAX_MOVES = 50;

  /** The most shares that are listed for one entry. */
  public static final int MAX_SHARES = 100;

  private final MatchSources sources;

  public TransferBook(MatchSources sources) {
    this.sources = sources;
  }

  /**
   * A movement of money.
   *
   * @param entry the entry that moved it
   * @param amount in minor units, below zero for money that left
   * @param other the payment or payout that received it, or the payout from which it came back;
   *     empty if there is none
   */
  public record MoneyMove(BankEntry entry, long amount, Instant at, Optional<Id> other) {}

  /** A bank entry and its money that a payout has, in minor units. */
  public record PayoutEntry(BankEntry entry, long amount) {}

  /**
   * The requested transfer of a payment, and the money that arrived.
   *
   * @param moves the newest first
   * @param isWhole whether the lists of movements and credits are complete
   * @param credits the money that arrived beyond it
   */
  public record PaymentTransfers(
      ExpectedTransfer expected, List<MoneyMove> moves, boolean isWhole, List<Credited> credits) {
    public PaymentTransfers {
      moves = List.copyOf(moves);
      credits = List.copyOf(credits);
    }
  }

  /** A customer credit, and the entry with which its money arrived. */
  public record Credited(UnappliedFunds holding, BankEntry entry) {}

  /** Returns the transfer of a payment; empty if none was requested. */
  public Optional<PaymentTransfers> find(Payment payment) {
    Realm realm = payment.realm();
    return sources
        .transfers()
        .findExpected(realm, sources.payments().attempts().getAuthorization(payment).id())
        .map(expected -> {
          List<MatchRow> rows =
              sources.matches().listMovesOf(realm, payment.id().uuid(), MAX_MOVES + 1);
          Page<UnappliedFunds> credits = listCredits(payment);
          return new PaymentTransfers(
              expected,
              moves(realm, rows.stream().limit(MAX_MOVES).toList(), _ -> Optional.empty()),
              rows.size() <= MAX_MOVES && !credits.hasMore(),
              credited(realm, credits.data()));
        });
  }

  private Page<UnappliedFunds> listCredits(Payment payment) {
    return sources
        .holdings()
        .list(
            payment.realm(),
            new UnappliedFundsFilter(
                UnappliedFunds.Kind.CREDIT, Optional.empty(), Optional.of(payment.id())),
            PageRequest.first(MAX_MOVES));
  }

  private List<Credited> credited(Realm realm, List<UnappliedFunds> credits) {
    Map<BankEntryId, BankEntry> entries =
        entries(realm, credits.stream().map(credit -> credit.origin().entry()));
    return credits.stream()
        .filter(credit -> entries.containsKey(credit.origin().entry()))
        .map(credit ->
            new Credited(credit, Objects.requireNonNull(entries.get(credit.origin().entry()))))
        .toList();
  }

  /** Returns the movements of unapplied funds, the newest first. */
  public List<MoneyMove> listMoves(UnappliedFunds holding) {
    Realm realm = holding.realm();
    List<MatchRow> rows = sources.matches().listMovesOf(realm, holding.origin().entry(), MAX_MOVES);
    return moves(
        realm,
        rows.stream().filter(row -> row.holderId().equals(holding.id())).toList(),
        row -> findOther(rows, row));
  }

  /**
   * Returns the bank entries whose money a payout has, the newest first. Only its newest movements
   * count.
   */
  public List<PayoutEntry> listEntries(Realm realm, PayoutId payout) {
    Map<BankEntryId, Long> amounts =
        sources.matches().listMovesOf(realm, payout.uuid(), MAX_MOVES).stream()
            .collect(
                Collectors.groupingBy(MatchRow::source, Collectors.summingLong(MatchRow::amount)));
    return sources
        .entries()
        .list(
            realm,
            amounts.entrySet().stream()
                .filter(it -> it.getValue() != 0)
                .map(Map.Entry::getKey)
                .toList())
        .stream()
        .map(entry -> new PayoutEntry(entry, Objects.requireNonNull(amounts.get(entry.id()))))
        .toList();
  }

  /**
   * Finds the payout whose money the same commit moved the opposite way, or the payment that got
   * it. Money that comes from a payment is what the payment didn't need.
   */
  private static Optional<Id> findOther(List<MatchRow> rows, MatchRow from) {
    return rows.stream()
        .filter(row ->
            (row.holder() == Holder.PAYOUT || (row.holder() == Holder.PAYMENT && from.amount() < 0))
                && row.amount() == -from.amount()
                && row.created().equals(from.created()))
        .<Id>map(row ->
            row.holder() == Holder.PAYOUT
                ? new PayoutId(row.holderId())
                : new PaymentId(row.holderId()))
        .findFirst();
  }

  private List<MoneyMove> moves(
      Realm realm, List<MatchRow> rows, Function<MatchRow, Optional<Id>> other) {
    Map<BankEntryId, BankEntry> entries = entries(realm, rows.stream().map(MatchRow::entry));
    return rows.stream()
        .filter(row -> entries.containsKey(row.entry()))
        .map(row ->
            new MoneyMove(
                Objects.requireNonNull(entries.get(row.entry())),
                row.amount(),
                row.created(),
                other.apply(row)))
        .toList();
  }

  /** Returns the connectors and days of payouts. */
  public List<PayoutName> listPayoutNames(Realm realm, Collection<PayoutId> ids) {
    return sources.payouts().listNames(realm, List.copyOf(ids));
  }

  private Map<BankEntryId, BankEntry> entries(Realm realm, Stream<BankEntryId> ids) {
    return sources.entries().list(realm, ids.distinct().toList()).stream()
        .collect(Collectors.toMap(BankEntry::id, Function.identity()));
  }

  /** Returns the shares of each entry of a page, with one query. */
  public Map<BankEntryId, List<EntryShare>> listShares(Realm realm, List<BankEntryId> entries) {
    return sources.matches().listShares(realm, entries, MAX_SHARES).stream()
        .collect(Collectors.groupingBy(EntryShare::entry));
  }
}
