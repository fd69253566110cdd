package florin.paymentmethod;

import florin.connector.ProviderDetails;
import florin.customer.Customer.Address;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Whose card it is, as the payer says; all of it may be absent. */
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

  /** The same, with what the payer has said at a provider where nothing was said before. */
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

  /** What there is of it, flat, as it is stored. */
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
