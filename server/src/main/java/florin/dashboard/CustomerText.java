package florin.dashboard;

import florin.customer.Customer;
import florin.customer.Customer.Profile;

/** A customer for people: the name, else the e-mail address, else the id. */
final class CustomerText {
  private CustomerText() {}

  static String of(Customer customer) {
    Profile profile = customer.profile();
    return profile.name().or(profile::email).orElseGet(() -> customer.id().text());
  }
}
