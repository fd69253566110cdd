package florin.books.fee;

import florin.books.fee.FeeContract.Conditions;
import florin.core.Currency;
import florin.vault.Brand;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The fee that a payment should cost, by contracts. */
public final class FeeContracts {
  /**
   * The order of contracts by specificity. A brand counts more than a region, a country more than a
   * group of countries, and any region more than a currency. So two contracts are equal only if
   * their conditions are.
   */
  private static final Comparator<FeeContract> SPECIFICITY =
      Comparator.comparing(
              FeeContract::conditions,
              Comparator.<Conditions, Boolean>comparing(it -> it.brand().isPresent())
                  .thenComparing(it -> it.region().map(Region::isCountry).orElse(false))
                  .thenComparing(it -> it.region().isPresent())
                  .thenComparing(it -> it.currency().isPresent()))
          .thenComparing(it -> it.validity().from());

  private final List<FeeContract> contracts;

  FeeContracts(List<FeeContract> contracts) {
    this.contracts = List.copyOf(contracts);
  }

  /**
   * What contracts depend on.
   *
   * @param brand empty without a card
   * @param country of the billing address; empty if it is unknown
   * @param captured in minor units
   * @param day of the capture, in UTC
   */
  public record PricedPayment(
      String connector,
      Optional<Brand> brand,
      Optional<String> country,
      Currency currency,
      long captured,
      LocalDate day) {}

  /** Returns the fee in minor units of the payment's currency; empty without a contract. */
  public OptionalLong expected(PricedPayment payment) {
    return contracts.stream()
        .filter(contract -> applies(contract, payment))
        .max(SPECIFICITY)
        .map(contract -> OptionalLong.of(contract.price().fee(payment.captured())))
        .orElseGet(OptionalLong::empty);
  }

  private static boolean applies(FeeContract contract, PricedPayment payment) {
    Conditions conditions = contract.conditions();
    return conditions.connector().equals(payment.connector())
        && contract.validity().has(payment.day())
        && conditions.brand().map(brand -> payment.brand().equals(Optional.of(brand))).orElse(true)
        && conditions.region().map(region -> isIn(region, payment)).orElse(true)
        && conditions.currency().map(payment.currency()::equals).orElse(true);
  }

  private static boolean isIn(Region region, PricedPayment payment) {
    return payment.country().map(region::has).orElse(false);
  }
}
