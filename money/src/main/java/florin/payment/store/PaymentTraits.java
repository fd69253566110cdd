package florin.payment.store;

import florin.db.ListQuery;
import florin.instrument.Instrument;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The conditions of a list of payments besides a {@link PaymentFilter}. The first four have no
 * index. They are checked on a limited number of payments, as {@link PaymentStore#look} describes.
 *
 * @param brand the brand of the card; without a card, the method's type
 * @param connector the connector's id
 * @param reason the reason for the failure: the decline code if there is one, otherwise the
 *     failure's code
 * @param isDisputed whether to list only payments with an open dispute
 * @param among the ids of the only payments to list, a small set; empty for all
 */
public record PaymentTraits(
    Optional<String> brand,
    Optional<Instrument.Type> type,
    Optional<String> connector,
    Optional<String> reason,
    boolean isDisputed,
    Optional<Set<UUID>> among) {
  /** The traits that every payment has. */
  public static final PaymentTraits ANY = of(false);

  /** The traits of the payments with an open dispute. */
  public static final PaymentTraits DISPUTED = of(true);

  /** The status by which lists find {@link #DISPUTED}. Such a payment has another status itself. */
  public static final String DISPUTED_STATUS = "disputed";

  private static final String IS_DISPUTED = "provider -> 'dispute' ->> 'open' IS NOT NULL";

  private static PaymentTraits of(boolean isDisputed) {
    return new PaymentTraits(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        isDisputed,
        Optional.empty());
  }

  /** Returns the traits of only these payments. */
  public static PaymentTraits among(Set<UUID> ids) {
    return new PaymentTraits(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.of(ids));
  }

  public PaymentTraits {
    among = among.map(Set::copyOf);
  }

  /** Returns whether payments must be read one by one. */
  boolean isSought() {
    return Stream.of(brand, type, connector, reason).anyMatch(Optional::isPresent);
  }

  /** Adds the conditions that have an index. */
  ListQuery known(ListQuery query) {
    return query
        .and("id = ANY(?)", among.map(ids -> ids.toArray(UUID[]::new)))
        .and(Optional.of(IS_DISPUTED).filter(_ -> isDisputed));
  }

  /** Adds the conditions that can only be checked on the row. */
  ListQuery sought(ListQuery query) {
    return query
        .and("coalesce(method ->> 'brand', method_type) = ?", brand)
        .and("method_type = ?", type.map(Instrument.Type::text))
        .and("connector = ?", connector)
        .and("coalesce(failure_decline_code, failure_code) = ?", reason);
  }
}
