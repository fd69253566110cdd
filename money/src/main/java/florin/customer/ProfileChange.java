package florin.customer;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import java.util.Map;
import java.util.Optional;

/**
 * The changes that a request makes to a profile: fields it sets, fields it clears, and fields it
 * keeps. A creation is a change of an empty profile.
 */
public record ProfileChange(
    Field<String> email,
    Field<String> name,
    Field<String> phone,
    Field<AddressChange> address,
    Field<String> description,
    MetadataChange metadata) {

  static final CustomerProfile NOTHING =
      new CustomerProfile(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  /** A change of an address; absent parts stay as they are. */
  public record AddressChange(
      Field<String> line1,
      Field<String> line2,
      Field<String> city,
      Field<String> state,
      Field<String> postalCode,
      Field<String> country) {
    Optional<Address> applyTo(Optional<Address> before) {
      var after =
          new Address(
              line1.applyTo(before.flatMap(Address::line1)),
              line2.applyTo(before.flatMap(Address::line2)),
              city.applyTo(before.flatMap(Address::city)),
              state.applyTo(before.flatMap(Address::state)),
              postalCode.applyTo(before.flatMap(Address::postalCode)),
              country.applyTo(before.flatMap(Address::country)));
      return after.isEmpty() ? Optional.empty() : Optional.of(after);
    }
  }

  CustomerProfile applyTo(CustomerProfile before) {
    return new CustomerProfile(
        email.applyTo(before.email()),
        name.applyTo(before.name()),
        phone.applyTo(before.phone()),
        applyTo(before.address(), address),
        description.applyTo(before.description()),
        metadata.applyTo(before.metadata()));
  }

  public static Optional<Address> applyTo(Optional<Address> before, Field<AddressChange> address) {
    return switch (address) {
      case Field.Keep<AddressChange>() -> before;
      case Field.Clear<AddressChange>() -> Optional.empty();
      case Field.Set<AddressChange>(AddressChange change) -> change.applyTo(before);
    };
  }
}
