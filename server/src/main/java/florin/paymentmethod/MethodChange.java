package florin.paymentmethod;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.customer.Customer.Address;
import florin.customer.ProfileChange;
import florin.customer.ProfileChange.AddressChange;
import florin.instrument.CardChange;
import java.util.Optional;

/** What a request says of a payment method that is there. */
public record MethodChange(CardChange card, Field<BillingChange> billing, MetadataChange metadata) {

  /** Within billing details that are there, the parts that are not named stay. */
  public record BillingChange(
      Field<String> name, Field<String> email, Field<String> phone, Field<AddressChange> address) {
    BillingDetails applyTo(BillingDetails before) {
      Optional<Address> after = ProfileChange.applyTo(before.address(), address);
      return new BillingDetails(
          name.applyTo(before.name()),
          email.applyTo(before.email()),
          phone.applyTo(before.phone()),
          after);
    }
  }

  static BillingDetails applyTo(BillingDetails before, Field<BillingChange> billing) {
    return switch (billing) {
      case Field.Keep<BillingChange>() -> before;
      case Field.Clear<BillingChange>() -> BillingDetails.NONE;
      case Field.Set<BillingChange>(BillingChange change) -> change.applyTo(before);
    };
  }

  /** The method as it is then; the same where nothing changes. */
  PaymentMethod applyTo(PaymentMethod before) {
    return before.described(
        card.applyTo(before.instrument()),
        applyTo(before.billing(), billing),
        metadata.applyTo(before.metadata()));
  }
}
