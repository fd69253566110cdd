package florin.bank.matching;

import florin.bank.CreditorReference;
import florin.bank.NearReferences;
import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.core.Id.AttemptId;
import florin.core.Money;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The payments and payouts to which unapplied money may belong. Only a person chooses among them:
 * neither an amount nor a nearly correct reference is proof.
 */
public final class Suggestions {
  public static final int MOST = 5;

  /** The days around the arrival of a payout in which its entry is suggested. */
  private static final int MOST_DAYS_EARLY = 2;

  private static final int MOST_DAYS_LATE = 5;

  private final MatchSources sources;

  public Suggestions(MatchSources sources) {
    this.sources = sources;
  }

  /**
   * A suggested payment.
   *
   * @param transfer an open transfer in the currency of the money
   * @param isLike whether the entry names nearly its reference
   */
  public record Suggestion(Payment payment, ExpectedTransfer transfer, Money held, boolean isLike) {
    public boolean hasAmount() {
      return transfer.outstanding().equals(held);
    }
  }

  /** Returns the suggestions, the likeliest first. */
  public List<Suggestion> of(UnappliedFunds holding, BankEntry entry) {
    Money held = holding.remaining();
    if (held.isZero()) {
      return List.of();
    }
    List<ExpectedTransfer> named = listNamed(entry);
    Map<AttemptId, ExpectedTransfer> all = new LinkedHashMap<>();
    Stream.concat(
            named.stream(), sources.transfers().listWaiting(holding.realm(), held, MOST).stream())
        .filter(transfer -> transfer.amount().currency().equals(held.currency()))
        .forEach(transfer -> all.putIfAbsent(transfer.attempt(), transfer));
    return all.values().stream()
        .flatMap(transfer ->
            payment(transfer)
                .map(paid -> new Suggestion(paid, transfer, held, named.contains(transfer)))
                .stream())
        .sorted(Comparator.comparing((Suggestion it) -> it.isLike() && it.hasAmount()).reversed())
        .limit(MOST)
        .toList();
  }

  /**
   * Returns payouts without money that bring the amount near the day of the entry. Payouts are
   * suggested only for a transfer without the reference of a payment.
   */
  public List<ExpectedPayout> payoutsOf(UnappliedFunds holding, BankEntry entry) {
    return holding.kind() == UnappliedFunds.Kind.CREDIT
            || holding.remaining().isZero()
            || !entry.said().references().all().isEmpty()
        ? List.of()
        : sources
            .payouts()
            .listAlike(
                holding.realm(),
                holding.remaining(),
                entry.bookedOn().minusDays(MOST_DAYS_LATE),
                entry.bookedOn().plusDays(MOST_DAYS_EARLY),
                MOST);
  }

  private List<ExpectedTransfer> listNamed(BankEntry entry) {
    BankEntry.Said said = entry.said();
    List<CreditorReference> near =
        Stream.of(
                said.references().all().stream(),
                said.message().stream(),
                said.endToEndId().stream())
            .flatMap(texts -> texts.map(Object::toString))
            .flatMap(text -> NearReferences.of(text).stream())
            .distinct()
            .limit(NearReferences.MOST)
            .collect(Collectors.toList());
    return near.isEmpty() ? List.of() : sources.transfers().listWaiting(entry.realm(), near, MOST);
  }

  private Optional<Payment> payment(ExpectedTransfer transfer) {
    return sources
        .payments()
        .attempts()
        .find(transfer.realm(), transfer.attempt())
        .map(Attempt::payment)
        .flatMap(id -> sources.payments().payments().find(transfer.realm(), id))
        .filter(Payment::isWaitingForPayer);
  }
}
