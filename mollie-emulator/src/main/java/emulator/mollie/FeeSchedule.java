package emulator.mollie;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/**
 * The prices of an account, in EUR and without VAT.
 *
 * @param methods the price of a payment with each method; the others are free
 * @param refund the fixed price of a refund
 * @param chargeback the fixed price of a chargeback
 * @param vat the percentage of a price that is added as VAT
 * @param availableAfter the time until the amount of a payment is moved to the balance
 */
public record FeeSchedule(
    Map<Method, Price> methods,
    Price refund,
    Price chargeback,
    BigDecimal vat,
    Duration availableAfter) {
  /** The prices before a test changes them. */
  public static final FeeSchedule USUAL =
      new FeeSchedule(
          Map.of(
              Method.IDEAL, Price.of("0", "0.35"),
              Method.CREDITCARD, Price.of("1.8", "0.25"),
              Method.BANCONTACT, Price.of("0", "0.39"),
              Method.EPS, Price.of("1.5", "0.25"),
              Method.PAYPAL, Price.of("0", "0.10"),
              Method.BANKTRANSFER, Price.of("0", "0.25"),
              Method.DIRECTDEBIT, Price.of("0", "0.35")),
          Price.of("0", "0.25"),
          Price.of("0", "15.00"),
          new BigDecimal("21"),
          Duration.ofDays(2));

  public FeeSchedule {
    methods = Map.copyOf(methods);
  }

  /** A percentage of the amount and a fixed part. */
  public record Price(BigDecimal percent, BigDecimal fixed) {
    static final Price FREE = of("0", "0");

    static Price of(String percent, String fixed) {
      return new Price(new BigDecimal(percent), new BigDecimal(fixed));
    }

    /** Returns the price of an amount in cents. It is in EUR, and not rounded. */
    BigDecimal of(long cents) {
      return percent.multiply(BigDecimal.valueOf(cents, 4)).add(fixed);
    }
  }

  Price of(Method method) {
    return methods.getOrDefault(method, Price.FREE);
  }

  /** Returns the VAT of a price, which is not rounded. */
  BigDecimal vatOf(BigDecimal price) {
    return price.multiply(vat).movePointLeft(2);
  }

  public FeeSchedule withAvailableAfter(Duration time) {
    return new FeeSchedule(methods, refund, chargeback, vat, time);
  }
}
