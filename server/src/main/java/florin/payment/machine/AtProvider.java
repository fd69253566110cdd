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
 * What stands of a payment at the provider that made it.
 *
 * @param ids the provider's own names, by its words for what they name
 * @param page where a person looks at it there
 * @param dispute the latest dispute of it, open or over
 * @param disputeLost when Florin learned that this dispute was lost
 * @param differs since when the provider has moved another amount than the payment says
 */
public record AtProvider(
    Map<String, String> ids,
    Optional<URI> page,
    Optional<Dispute> dispute,
    Optional<Instant> disputeLost,
    Optional<Instant> differs) {
  public AtProvider {
    // Sorted, so that the same names are always the same bytes.
    ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
  }

  /**
   * Returns the details as they are now; the time of an earlier loss or difference stays.
   *
   * @param differs whether the provider has moved another amount than the payment says
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
