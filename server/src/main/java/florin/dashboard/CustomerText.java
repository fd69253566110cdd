package florin.dashboard;

import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import java.util.Optional;

/** A customer for people: the name, else the e-mail address, else the id. */
final class CustomerText {
  private CustomerText() {}

  static String of(Customer customer) {
    CustomerProfile profile = customer.profile();
    return profile.name().or(profile::email).orElseGet(() -> customer.id().text());
  }

  /** Who paid without being a customer, as far as that is known. */
  static Optional<String> guest(Payment payment) {
    BillingDetails billing = payment.method().billing();
    return billing.name().or(() -> payment.order().receiptEmail()).or(billing::email);
  }
}
