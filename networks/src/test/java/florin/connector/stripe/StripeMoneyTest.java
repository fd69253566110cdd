package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.Money;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stripe's "Supported currencies": zero-decimal, three-decimal and special ones. */
class StripeMoneyTest {
  @ParameterizedTest
  @CsvSource({
    "usd, 1000, 1000", // 10 USD
    "eur, 1, 1",
    "jpy, 500, 500", // "to charge ¥500, provide an amount value of 500"
    "bif, 7, 7",
    "clp, 7, 7",
    "djf, 7, 7",
    "gnf, 7, 7",
    "kmf, 7, 7",
    "krw, 7, 7",
    "pyg, 7, 7",
    "rwf, 7, 7",
    "vnd, 7, 7",
    "vuv, 7, 7",
    "xaf, 7, 7",
    "xof, 7, 7",
    "xpf, 7, 7",
    "isk, 5, 500", // "to charge 5 ISK, provide an amount value of 500"
    "ugx, 5, 500", // "to charge 5 UGX, provide an amount value of 500"
    "mga, 500, 5", // two decimals in ISO 4217, none at Stripe
    "huf, 1045, 1045", // zero-decimal for payouts only
    "twd, 80045, 80045",
    "kwd, 5120, 5120", // "5.124 KWD must be rounded to 5120 or 5130"
    "bhd, 5130, 5130",
    "jod, 10, 10",
    "omr, 10, 10",
    "tnd, 10, 10",
    "eur, 0, 0",
    "eur, 999999999999, 999999999999",
    "mga, 999999999900, 9999999999",
    "isk, 999999999999, 99999999999900",
  })
  void an_amount_is_written_in_stripes_format_and_read_back(
      String currency, long ours, long stripes) {
    var money = new Money(ours, Currency.get(currency));

    assertThat(StripeMoney.write(money)).isEqualTo(OptionalLong.of(stripes));
    assertThat(StripeMoney.read(stripes, currency)).contains(money);
  }

  @ParameterizedTest
  @CsvSource({"kwd, 5124", "bhd, 1", "mga, 501", "iqd, 1000", "lyd, 1000"})
  void an_amount_that_stripe_cannot_represent_is_not_rounded(String currency, long ours) {
    assertThat(StripeMoney.write(new Money(ours, Currency.get(currency)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "isk, 501",
    "ugx, 1",
    "xyz, 100",
    "eur, -1",
    "eur, 1000000000000",
    "iqd, 10",
    "mga, 10000000000"
  })
  void an_amount_outside_florins_limits_is_not_read(String currency, long stripes) {
    assertThat(StripeMoney.read(stripes, currency)).isEmpty();
  }

  @Test
  void every_currency_is_read_back_as_it_was_written() {
    for (Currency currency : Currency.all().values()) {
      var money = new Money(1_000_000, currency);
      StripeMoney.write(money)
          .ifPresent(
              amount -> assertThat(StripeMoney.read(amount, currency.code())).contains(money));
    }
  }
}
