package florin.dashboard.parts;

import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import java.util.Optional;

/** The name of a customer for people: the name, otherwise the email address, otherwise the id. */
public final class CustomerText {
  private CustomerText() {}

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
