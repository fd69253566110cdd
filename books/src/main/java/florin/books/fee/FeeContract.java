package florin.books.fee;

import florin.core.Currency;
import florin.core.Id.FeeContractId;
import florin.core.Realm;
import florin.vault.Brand;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The price of a connector for payments of one kind, during a period. Another price is another
 * contract.
 */
record FeeContract(
    Realm realm,
    FeeContractId id,
    int version,
    Conditions conditions,
    Price price,
    Validity validity,
    Instant created) {

  /** The payments that a contract applies to. An empty condition holds for all of them. */
  record Conditions(
      String connector,
      Optional<Brand> brand,
      Optional<Region> region,
      Optional<Currency> currency) {}

  /**
   * A share of the amount and a fixed part, but at least the minimum. The last two are in minor
   * units of the contract's currency, and zero without one.
   *
   * @param rate in thousandths of a percent: 1,400 is 1.4 %
   */
  record Price(int rate, long fixed, long minimum) {
    /** The number of thousandths of a percent in the whole. */
    static final int WHOLE = 100_000;

    private static final int DECIMALS = 3;

    Price {
      if (rate < 0 || rate > WHOLE || fixed < 0 || minimum < 0) {
        throw new IllegalArgumentException("a price is not negative, and its rate is up to 100 %");
      }
    }

    /** Returns the rate as a decimal number of percent, for example `1.4`. */
    String percent() {
      return BigDecimal.valueOf(rate, DECIMALS).stripTrailingZeros().toPlainString();
    }

    /** Returns the rate of a percentage such as `1.4`; empty if the text is none. */
    static Optional<Integer> rate(String percent) {
      return percent.matches("(0|[1-9][0-9]{0,2})(\\.[0-9]{1,3})?")
          ? Optional.of(new BigDecimal(percent).movePointRight(DECIMALS).intValueExact())
              .filter(rate -> rate <= WHOLE)
          : Optional.empty();
    }

    /**
     * Returns the fee for an amount in minor units. Half a unit is rounded up, before the fixed
     * part is added. The product has at most 18 digits, because an amount has at most 12.
     */
    long fee(long amount) {
      long share = (Math.multiplyExact(amount, rate) + WHOLE / 2) / WHOLE;
      return Math.max(minimum, Math.addExact(share, fixed));
    }
  }

  /**
   * A period of days in UTC.
   *
   * @param until the first day after it; empty if it has no end
   */
  record Validity(LocalDate from, Optional<LocalDate> until) {
    boolean has(LocalDate day) {
      return !day.isBefore(from) && until.map(day::isBefore).orElse(true);
    }

    boolean overlaps(Validity other) {
      return isBefore(from, other.until)
          && isBefore(other.from, until)
          && isBefore(from, until)
          && isBefore(other.from, other.until);
    }

    private static boolean isBefore(LocalDate day, Optional<LocalDate> end) {
      return end.map(day::isBefore).orElse(true);
    }
  }

  FeeContract withEnd(LocalDate end) {
    return new FeeContract(
        realm,
        id,
        version + 1,
        conditions,
        price,
        new Validity(validity.from(), Optional.of(end)),
        created);
  }

  /** Returns whether both have the same conditions, and a day in common. */
  boolean isTiedWith(FeeContract other) {
    return !id.equals(other.id)
        && conditions.equals(other.conditions)
        && validity.overlaps(other.validity);
  }
}
