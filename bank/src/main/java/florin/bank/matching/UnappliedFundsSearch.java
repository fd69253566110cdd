package florin.bank.matching;

import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.core.Bounds;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.db.IdTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The conditions of a search for unapplied funds.
 *
 * @param amounts the original amount is in one of these ranges; empty for any amount
 */
public record UnappliedFundsSearch(
    UnappliedFundsFilter filter,
    Optional<ReceivingAccountId> account,
    List<AmountSpan> amounts,
    IdTime.Span created) {
  public UnappliedFundsSearch {
    amounts = List.copyOf(amounts);
  }

  /** A range of amounts in some currencies, in minor units. */
  public record AmountSpan(Set<Currency> currencies, Bounds bounds) {
    public AmountSpan {
      currencies = Set.copyOf(currencies);
    }
  }

  /** Returns whether a condition has no index. */
  boolean isNarrowed() {
    return account.isPresent() || !amounts.isEmpty();
  }

  /**
   * Returns an SQL condition made only of known currency codes and numbers, so it contains no user
   * input.
   */
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
