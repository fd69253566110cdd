package florin.customer;

import florin.core.Id.CustomerId;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import florin.http.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A customer as the API shows it, field by field. */
public record CustomerView(
    CustomerId id,
    String object,
    Optional<String> email,
    Optional<String> name,
    Optional<String> phone,
    Optional<AddressView> address,
    Optional<String> description,
    Map<String, String> metadata,
    Instant created,
    boolean livemode) {

  public record AddressView(
      Optional<String> line1,
      Optional<String> line2,
      Optional<String> city,
      Optional<String> state,
      Optional<String> postalCode,
      Optional<String> country) {
    public static AddressView of(Address address) {
      return new AddressView(
          address.line1(),
          address.line2(),
          address.city(),
          address.state(),
          address.postalCode(),
          address.country());
    }
  }

  /** The response for a deleted customer. */
  record DeletedView(CustomerId id, String object, boolean deleted) {}

  static CustomerView of(Customer customer) {
    CustomerProfile profile = customer.profile();
    return new CustomerView(
        customer.id(),
        "customer",
        profile.email(),
        profile.name(),
        profile.phone(),
        profile.address().map(AddressView::of),
        profile.description(),
        profile.metadata(),
        customer.created(),
        customer.realm().isLive());
  }

  static String text(Customer customer) {
    return Json.text(of(customer));
  }

  static DeletedView deleted(Customer customer) {
    return new DeletedView(customer.id(), "customer", true);
  }
}
