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
 * The payments to which unapplied money may belong. Only a person chooses among them: neither an
 * amount nor a nearly correct reference is proof.
 */
public final class Suggestions {
  public static final int MOST = 5;

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
