package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.bank.intake.BankEntry;
import florin.bank.matching.Held.Holder;
import florin.bank.matching.MatchStore.EntryShare;
import florin.bank.matching.MatchStore.MatchRow;
import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of money that banks have booked, for people who look. All of it is bounded. */
public final class TransferBook {
  /** Of one payment or holding, the newest. */
  public static final int MAX_MOVES = 50;

  /** The most shares that are listed for one entry. */
  public static final int MAX_SHARES = 100;

  private final MatchSources sources;

  public TransferBook(MatchSources sources) {
    this.sources = sources;
  }

  /**
   * Money that came for somebody, or went.
   *
   * @param entry by which
   * @param amount in minor units, below zero for what went
   * @param to which payment it went; empty where it went to none
   */
  public record MoneyMove(BankEntry entry, long amount, Instant at, Optional<PaymentId> to) {}

  /**
   * What was asked of a payer, and what has come.
   *
   * @param moves the newest first
   * @param isWhole whether there are no more moves and credits than these
   * @param credits what has come beyond it
   */
  public record PaymentTransfers(
      ExpectedTransfer expected, List<MoneyMove> moves, boolean isWhole, List<Credited> credits) {
    public PaymentTransfers {
      moves = List.copyOf(moves);
      credits = List.copyOf(credits);
    }
  }

  /** A credit, and the entry that its money came with. */
  public record Credited(UnappliedFunds holding, BankEntry entry) {}

  /** Empty where no transfer was asked for. */
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
            new HoldingFilter(
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

  /** What has happened to money that is held, the newest first. */
  public List<MoneyMove> listMoves(UnappliedFunds holding) {
    Realm realm = holding.realm();
    List<MatchRow> rows = sources.matches().listMovesOf(realm, holding.origin().entry(), MAX_MOVES);
    return moves(
        realm,
        rows.stream().filter(row -> row.holderId().equals(holding.id())).toList(),
        row -> row.amount() < 0 ? findPayment(rows, row) : Optional.empty());
  }

  /** What was assigned left the one and came to the other in the same commit. */
  private static Optional<PaymentId> findPayment(List<MatchRow> rows, MatchRow from) {
    return rows.stream()
        .filter(row ->
            row.holder() == Holder.PAYMENT
                && row.amount() == -from.amount()
                && row.created().equals(from.created()))
        .map(row -> new PaymentId(row.holderId()))
        .findFirst();
  }

  private List<MoneyMove> moves(
      Realm realm, List<MatchRow> rows, Function<MatchRow, Optional<PaymentId>> to) {
    Map<BankEntryId, BankEntry> entries = entries(realm, rows.stream().map(MatchRow::entry));
    return rows.stream()
        .filter(row -> entries.containsKey(row.entry()))
        .map(row ->
            new MoneyMove(
                Objects.requireNonNull(entries.get(row.entry())),
                row.amount(),
                row.created(),
                to.apply(row)))
        .toList();
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
