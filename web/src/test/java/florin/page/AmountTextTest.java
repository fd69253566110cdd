package florin.page;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.Money;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTextTest {
  @Test
  void a_negative_amount_has_a_minus_and_no_hyphen() {
    assertThat(AmountText.of(-7808, Currency.get("jpy"))).isEqualTo("−¥7,808");
    assertThat(AmountText.of(-250, Currency.get("chf"))).isEqualTo("−CHF\u00a02.50");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1000 | usd | $10.00",
        "1 | usd | $0.01",
        "1234 | eur | €12.34",
        "123456789 | gbp | £1,234,567.89",
        "500 | jpy | ¥500",
        "1000000 | krw | ₩1,000,000",
        "500 | isk | ISK 500",
        "1234 | kwd | KWD 1.234",
        "5 | bhd | BHD 0.005",
        "1000 | cad | CA$10.00",
        "1000 | mxn | MX$10.00",
        "1000 | chf | CHF 10.00",
        "1000 | huf | HUF 10.00",
        "999999999999 | usd | $9,999,999,999.99"
      })
  void an_amount_has_its_currencys_symbol_and_decimals(long minor, String currency, String text) {
    // A no-break space keeps a currency code and its number on one line.
    assertThat(AmountText.of(new Money(minor, Currency.get(currency))))
        .isEqualTo(text.replace(' ', '\u00a0'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | usd | $0",
        "25 | usd | $0.25",
        "5000 | usd | $50",
        "250000 | usd | $2.5K",
        "1250000 | usd | $12.5K",
        "999999999999 | usd | $10B",
        "10000000 | jpy | ¥10M",
        "1500 | kwd | KWD 1.5"
      })
  void an_axis_label_is_short(long minor, String currency, String text) {
    assertThat(AmountText.compact(minor, Currency.get(currency)))
        .isEqualTo(text.replace(' ', '\u00a0'));
  }

  @Test
  void every_currency_has_its_decimals_and_a_unique_symbol() {
    var texts = new HashMap<String, Currency>();
    for (Currency currency : Currency.all().values()) {
      String text = AmountText.of(new Money(1_234_567, currency));

      String number =
          switch (currency.exponent()) {
            case 0 -> "1,234,567";
            case 2 -> "12,345.67";
            default -> "1,234.567";
          };
      assertThat(text).as("%s", currency).matches("\\D+" + number);
      assertThat(texts.put(text, currency)).as("looks like %s: %s", currency, text).isNull();
    }
  }
}
