package florin.connector;

import florin.core.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * What a provider has under a reference of ours.
 *
 * @param id the provider's own name for it
 * @param amount empty where it says none that we can read
 * @param status in the provider's words
 * @param page where a person looks at it there
 */
public record ProviderObject(
    String id,
    OperationRef reference,
    Optional<Money> amount,
    String status,
    Instant created,
    Optional<URI> page) {
  private static final int MAX_ID = 255;
  private static final int MAX_STATUS = 64;
  private static final int MAX_PAGE = 1000;

  public ProviderObject {
    if (id.isEmpty() || id.length() > MAX_ID || status.isEmpty() || status.length() > MAX_STATUS) {
      throw new IllegalArgumentException("an object's id or status is too long, or empty");
    }
    page = page.filter(address -> address.toString().length() <= MAX_PAGE);
  }
}
