package florin.customer;

import florin.core.Id.CustomerId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A customer.
 *
 * @param version raised by every update, which requires the version that was read
 * @param sequence the number of its events
 */
public record Customer(
    Realm realm,
    CustomerId id,
    int version,
    int sequence,
    CustomerProfile profile,
    Instant created) {

  /** A customer's data; every field may be absent. */
  public record CustomerProfile(
      Optional<String> email,
      Optional<String> name,
      Optional<String> phone,
      Optional<Address> address,
      Optional<String> description,
      Map<String, String> metadata) {
    public CustomerProfile {
      // Sorted, so that equal metadata always has the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
  }

  /**
   * A postal address; an address without any part counts as absent.
   *
   * @param country ISO 3166-1 alpha-2, upper case
   */
  public record Address(
      Optional<String> line1,
      Optional<String> line2,
      Optional<String> city,
      Optional<String> state,
      Optional<String> postalCode,
      Optional<String> country) {
    public boolean isEmpty() {
      return line1.isEmpty()
          && line2.isEmpty()
          && city.isEmpty()
          && state.isEmpty()
          && postalCode.isEmpty()
          && country.isEmpty();
    }
  }

  Customer with(CustomerProfile next) {
    return new Customer(realm, id, version + 1, sequence + 1, next, created);
  }
}
