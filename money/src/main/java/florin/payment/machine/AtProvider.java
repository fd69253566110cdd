package florin.payment.machine;

import florin.connector.Dispute;
import florin.connector.ProviderDetails;
import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The details of a payment at its provider.
 *
 * @param ids the provider's identifiers; the keys are the provider's names for what they identify
 * @param page the page of the provider's dashboard that shows the payment
 * @param dispute the latest dispute of the payment, open or closed
 * @param disputeLost when Florin learned that this dispute was lost
 * @param differs since when the amount that the provider moved differs from the payment's amount
 */
public record AtProvider(
    Map<String, String> ids,
    Optional<URI> page,
    Optional<Dispute> dispute,
    Optional<Instant> disputeLost,
    Optional<Instant> differs) {
  public AtProvider {
    // Sorted, so that the same identifiers always give the same bytes.
    ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
  }

  /**
   * Returns the current details. The time of an earlier loss or difference is kept.
   *
   * @param differs whether the amount that the provider moved differs from the payment's amount
   */
  static AtProvider of(
      ProviderDetails details, Optional<AtProvider> before, boolean differs, Instant now) {
    Optional<Instant> lost =
        details
            .dispute()
            .filter(Dispute::isLost)
            .map(_ -> before.flatMap(AtProvider::disputeLost).orElse(now));
    Optional<Instant> since =
        differs ? before.flatMap(AtProvider::differs).or(() -> Optional.of(now)) : Optional.empty();
    return new AtProvider(details.ids(), details.page(), details.dispute(), lost, since);
  }
}
