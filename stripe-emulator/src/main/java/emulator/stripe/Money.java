package emulator.stripe;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stripe's rules for amounts (docs.stripe.com/currencies): the smallest unit of most currencies,
 * and a minimum for each charge.
 */
final class Money {
  /** Amounts have at most eight digits, except in a few currencies with small units. */
  private static final long MOST = 99_999_999L;

  private static final long MOST_OF_SMALL_UNITS = 999_999_999_999L;

  private static final Set<String> OF_SMALL_UNITS =
      Set.of("cop", "huf", "idr", "inr", "jpy", "krw", "lbp", "vnd");

  /** Currencies with three decimals, whose last digit must be 0. */
  private static final Set<String> THREE_DECIMALS = Set.of("bhd", "jod", "kwd", "omr", "tnd");

  /** Currencies without decimals that Stripe writes with two, both 0. */
  private static final Set<String> WRITTEN_WITH_TWO_DECIMALS = Set.of("isk", "ugx");

  private static final Map<String, Long> LEAST =
      Map.ofEntries(
          Map.entry("usd", 50L),
          Map.entry("aed", 200L),
          Map.entry("aud", 50L),
          Map.entry("bgn", 100L),
          Map.entry("brl", 50L),
          Map.entry("cad", 50L),
          Map.entry("chf", 50L),
          Map.entry("czk", 1500L),
          Map.entry("dkk", 250L),
          Map.entry("eur", 50L),
          Map.entry("gbp", 30L),
          Map.entry("hkd", 400L),
          Map.entry("huf", 17500L),
          Map.entry("inr", 50L),
          Map.entry("jpy", 50L),
          Map.entry("mxn", 1000L),
          Map.entry("myr", 200L),
          Map.entry("nok", 300L),
          Map.entry("nzd", 50L),
          Map.entry("pln", 200L),
          Map.entry("ron", 200L),
          Map.entry("sek", 300L),
          Map.entry("sgd", 50L),
          Map.entry("thb", 1000L));

  private static final Set<String> CURRENCIES =
      Arrays.stream(
              """
              usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd
              cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd
              hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad
              mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln
              pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs
              uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw
              """
                  .split("\\s+"))
          .collect(Collectors.toUnmodifiableSet());

  private Money() {}

  /**
   * Rejects a currency that Stripe doesn't support.
   *
   * @param param the parameter that has the currency
   */
  static void checkCurrency(String currency, String param) {
    if (!CURRENCIES.contains(currency)) {
      throw Refusal.parameter("parameter_invalid", "Invalid currency: " + currency, param);
    }
  }

  /** Rejects the amount of a charge below the minimum, or outside the limits of an amount. */
  static void checkCharge(long amount, String currency) {
    if (amount < LEAST.getOrDefault(currency, 1L)) {
      throw Refusal.parameter(
          amount < 1 ? "parameter_invalid_integer" : "amount_too_small",
          "The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set",
          "amount");
    }
    checkAmount(amount, currency, "amount");
  }

  /** Rejects a total below the minimum, or outside the limits of an amount. */
  static void checkTotal(long amount, String currency) {
    if (amount < LEAST.getOrDefault(currency, 1L)) {
      throw Refusal.parameter(
          "amount_too_small",
          "The Checkout Session's total amount due must add up to at least the minimum of the currency",
          "line_items");
    }
    checkAmount(amount, currency, "line_items");
  }

  /** Rejects an amount outside the limits of its currency. */
  static void checkAmount(long amount, String currency, String param) {
    if (amount < 0) {
      throw Refusal.parameter(
          "parameter_invalid_integer", "This value must be greater than or equal to 0.", param);
    }
    if (amount > (OF_SMALL_UNITS.contains(currency) ? MOST_OF_SMALL_UNITS : MOST)) {
      throw Refusal.parameter("amount_too_large", "The amount is too large", param);
    }
    if ((THREE_DECIMALS.contains(currency) && amount % 10 != 0)
        || (WRITTEN_WITH_TWO_DECIMALS.contains(currency) && amount % 100 != 0)) {
      throw Refusal.parameter(
          "parameter_invalid_integer",
          "Invalid amount: amounts in " + currency + " must be rounded",
          param);
    }
  }
}
