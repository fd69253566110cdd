package florin.paymentmethod;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.customer.Customer.Address;
import florin.customer.ProfileChange;
import florin.customer.ProfileChange.AddressChange;
import florin.instrument.Instrument.CardChange;
import java.util.Optional;

/** The changes that a request makes to a payment method. */
public record MethodChange(CardChange card, Field<BillingChange> billing, MetadataChange metadata) {

  /** A change of billing details; absent parts stay as they are. */
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

  /** Returns the changed method, or the same object if nothing changes. */
  PaymentMethod applyTo(PaymentMethod before) {
    return before.described(
        card.applyTo(before.instrument()),
        applyTo(before.billing(), billing),
        metadata.applyTo(before.metadata()));
  }
}
