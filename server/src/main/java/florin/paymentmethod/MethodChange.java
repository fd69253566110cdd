package florin.paymentmethod;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.customer.Customer.Address;
import florin.customer.ProfileChange;
import florin.customer.ProfileChange.AddressChange;
import java.util.Optional;

/**
 * What a request says of a payment method that is there. The number is never changed: another
 * number is another card.
 */
public record MethodChange(
    Optional<Integer> expMonth,
    Optional<Integer> expYear,
    Field<BillingChange> billing,
    MetadataChange metadata) {

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

  boolean renewsCard() {
    return expMonth.isPresent() || expYear.isPresent();
  }

  CardSummary applyTo(CardSummary card) {
    return new CardSummary(
        card.brand(),
        card.last4(),
        expMonth.orElse(card.expMonth()),
        expYear.orElse(card.expYear()),
        card.funding(),
        card.fingerprint());
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
        applyTo(before.card()),
        applyTo(before.billing(), billing),
        metadata.applyTo(before.metadata()));
  }
}
