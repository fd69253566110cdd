package florin.payment.machine;

import florin.connector.ProviderDetails;
import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What stands of a payment at the provider that made it.
 *
 * @param ids the provider's own names, by its words for what they name
 * @param page where a person looks at it there
 * @param dispute why the payer disputes it, in the provider's word, while that is so
 */
public record AtProvider(Map<String, String> ids, Optional<URI> page, Optional<String> dispute) {
  public AtProvider {
    // Sorted, so that the same names are always the same bytes.
    ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
  }

  static AtProvider of(ProviderDetails details) {
    return new AtProvider(details.ids(), details.page(), details.dispute());
  }
}
