package florin.dashboard;

import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;

/** A customer for people: the name, else the e-mail address, else the id. */
final class CustomerText {
  private CustomerText() {}

  static String of(Customer customer) {
    CustomerProfile profile = customer.profile();
    return profile.name().or(profile::email).orElseGet(() -> customer.id().text());
  }
}
