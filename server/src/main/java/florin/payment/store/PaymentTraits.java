package florin.payment.store;

import florin.db.ListQuery;
import florin.instrument.Instrument;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What a list of payments can be narrowed to beside a {@link PaymentFilter}. No index knows the
 * first four: they are looked for among so many payments, the nearest, as {@link PaymentStore#look}
 * says.
 *
 * @param brand of the card; of what is no card, the method's type
 * @param connector its id
 * @param reason why it failed: the decline code where there is one, else the failure's code
 * @param isDisputed whether those are wanted alone that their payers dispute
 * @param among these alone, few of them; empty for all
 */
public record PaymentTraits(
    Optional<String> brand,
    Optional<Instrument.Type> type,
    Optional<String> connector,
    Optional<String> reason,
    boolean isDisputed,
    Optional<Set<UUID>> among) {
  /** Whatever they are. */
  public static final PaymentTraits ANY =
      new PaymentTraits(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty());

  public PaymentTraits {
    among = among.map(Set::copyOf);
  }

  /** Whether payments have to be looked at one by one. */
  boolean isSought() {
    return Stream.of(brand, type, connector, reason).anyMatch(Optional::isPresent);
  }

  /** What indexes give. */
  ListQuery known(ListQuery query) {
    return query
        .and("id = ANY(?)", among.map(ids -> ids.toArray(UUID[]::new)))
        .and(Optional.of("provider -> 'dispute' ->> 'open' IS NOT NULL").filter(_ -> isDisputed));
  }

  /** What only the row tells. */
  ListQuery sought(ListQuery query) {
    return query
        .and("coalesce(method ->> 'brand', method_type) = ?", brand)
        .and("method_type = ?", type.map(Instrument.Type::text))
        .and("connector = ?", connector)
        .and("coalesce(failure_decline_code, failure_code) = ?", reason);
  }
}
