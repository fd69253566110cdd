package florin.connector;

import florin.core.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * A provider's object that has a reference of Florin.
 *
 * @param id the provider's identifier
 * @param amount empty if there is none that Florin can read
 * @param status in the provider's words
 * @param page the object's page in the provider's dashboard
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
