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
 * @param version raised by every update, which holds only if nobody else has raised it meanwhile
 * @param sequence how many events there are of it
 */
public record Customer(
    Realm realm,
    CustomerId id,
    int version,
    int sequence,
    CustomerProfile profile,
    Instant created) {

  /** All that is said of a customer; all of it may be absent. */
  public record CustomerProfile(
      Optional<String> email,
      Optional<String> name,
      Optional<String> phone,
      Optional<Address> address,
      Optional<String> description,
      Map<String, String> metadata) {
    public CustomerProfile {
      // Sorted, so that the same metadata is always the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
  }

  /**
   * A postal address; an address without any part is none.
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
