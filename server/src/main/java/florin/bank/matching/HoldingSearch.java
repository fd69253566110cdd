package florin.bank.matching;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.db.IdTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which holdings somebody looks for.
 *
 * @param amounts that came: between any of these; empty for all
 */
public record HoldingSearch(
    HoldingFilter filter,
    Optional<ReceivingAccountId> account,
    List<AmountSpan> amounts,
    IdTime.Span created) {
  public HoldingSearch {
    amounts = List.copyOf(amounts);
  }

  /** Amounts of some currencies, in their smallest units. */
  public record AmountSpan(Set<Currency> currencies, Bounds bounds) {
    public AmountSpan {
      currencies = Set.copyOf(currencies);
    }
  }

  /** Whether no index knows what is sought. */
  boolean isNarrowed() {
    return account.isPresent() || !amounts.isEmpty();
  }

  /** Of codes that we have and of numbers, so nothing that anybody has typed stands in it. */
  Optional<String> amountCondition() {
    return amounts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            amounts.stream()
                .map(span ->
                    "currency IN (%s) AND amount BETWEEN %d AND %d"
                        .formatted(
                            span.currencies.stream()
                                .map(currency -> "'" + currency.code() + "'")
                                .sorted()
                                .collect(Collectors.joining(", ")),
                            span.bounds.min(),
                            span.bounds.max()))
                .collect(Collectors.joining(" OR ", "(", ")")));
  }
}
