package florin.dashboard.parts;

import florin.customer.Customer;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A customer for people. The name is the given one, otherwise the email address, or the id. */
public final class CustomerText {
  private CustomerText() {}

  /** Returns an address in one line. */
  public static String of(Address address) {
    return Stream.of(
            address.line1(),
            address.line2(),
            address.postalCode(),
            address.city(),
            address.state(),
            address.country())
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", "));
  }

  public static String of(Customer customer) {
    CustomerProfile profile = customer.profile();
    return profile.name().or(profile::email).orElseGet(() -> customer.id().text());
  }

  /** Returns the payer of a payment without a customer, if known. */
  public static Optional<String> guest(Payment payment) {
    BillingDetails billing = payment.method().billing();
    return billing.name().or(() -> payment.terms().receiptEmail()).or(billing::email);
  }
}
