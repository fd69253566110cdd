package florin.paymentmethod;

import florin.connector.ProviderDetails;
import florin.customer.Customer.Address;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The cardholder's details as the payer entered them; every field may be absent. */
public record BillingDetails(
    Optional<String> name,
    Optional<String> email,
    Optional<String> phone,
    Optional<Address> address) {
  public static final BillingDetails NONE =
      new BillingDetails(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public boolean isNone() {
    return equals(NONE);
  }

  /** Returns these details, or, if there are none, those that the payer gave to the provider. */
  public BillingDetails orElse(Optional<ProviderDetails.Payer> payer) {
    return isNone() ? payer.map(BillingDetails::of).orElse(this) : this;
  }

  private static BillingDetails of(ProviderDetails.Payer payer) {
    var address =
        new Address(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            payer.postalCode(),
            payer.country());
    return new BillingDetails(
        payer.name(),
        payer.email(),
        Optional.empty(),
        address.isEmpty() ? Optional.empty() : Optional.of(address));
  }

  /** Returns the present fields as a flat map, as they are stored. */
  public Map<String, String> texts() {
    var texts = new LinkedHashMap<String, String>();
    name.ifPresent(text -> texts.put("name", text));
    email.ifPresent(text -> texts.put("email", text));
    phone.ifPresent(text -> texts.put("phone", text));
    address.flatMap(Address::line1).ifPresent(text -> texts.put("line1", text));
    address.flatMap(Address::line2).ifPresent(text -> texts.put("line2", text));
    address.flatMap(Address::city).ifPresent(text -> texts.put("city", text));
    address.flatMap(Address::state).ifPresent(text -> texts.put("state", text));
    address.flatMap(Address::postalCode).ifPresent(text -> texts.put("postal_code", text));
    address.flatMap(Address::country).ifPresent(text -> texts.put("country", text));
    return texts;
  }

  public static BillingDetails of(Map<String, String> texts) {
    var address =
        new Address(
            text(texts, "line1"),
            text(texts, "line2"),
            text(texts, "city"),
            text(texts, "state"),
            text(texts, "postal_code"),
            text(texts, "country"));
    return new BillingDetails(
        text(texts, "name"),
        text(texts, "email"),
        text(texts, "phone"),
        address.isEmpty() ? Optional.empty() : Optional.of(address));
  }

  private static Optional<String> text(Map<String, String> texts, String name) {
    return Optional.ofNullable(texts.get(name));
  }
}
