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
 */
public record AtProvider(
    Map<String, String> ids,
    Optional<URI> page,
    Optional<Dispute> dispute,
    Optional<Instant> disputeLost) {
  public AtProvider {
    // Sorted, so that the same names are always the same bytes.
    ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
  }

  /** Returns the details as they are now; the time of an earlier loss stays. */
  static AtProvider of(ProviderDetails details, Optional<AtProvider> before, Instant now) {
    Optional<Instant> lost =
        details
            .dispute()
            .filter(Dispute::isLost)
            .map(_ -> before.flatMap(AtProvider::disputeLost).orElse(now));
    return new AtProvider(details.ids(), details.page(), details.dispute(), lost);
  }
}
