package florin.dashboard.parts;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.Money;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountFormatTest {
  @ParameterizedTest
  @CsvSource({
    "12.34,usd,1234",
    "12,usd,1200",
    "'12,34',usd,1234",
    "'0,5',eur,50",
    "'1,50',kwd,1500",
    "0.01,usd,1",
    "500,jpy,500",
    "1.234,kwd,1234",
    "12.30,kwd,12300"
  })
  void an_amount_is_parsed_in_common_notations(String typed, String currency, long minor) {
    assertThat(AmountFormat.parse(typed, Currency.get(currency)))
        .contains(new Money(minor, Currency.get(currency)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0.00",
        "-1",
        "1,234",
        "1,234.50",
        "12,",
        "1.005",
        "1e3",
        "",
        " 1",
        "$5",
        "9999999999999",
        "99999999999.99"
      })
  void ambiguous_and_invalid_amounts_are_not_parsed(String typed) {
    assertThat(AmountFormat.parse(typed, Currency.get("usd"))).isEmpty();
  }

  @Test
  void a_field_shows_the_text_that_is_parsed_back() {
    for (String code : new String[] {"usd", "jpy", "kwd"}) {
      var money = new Money(100_050, Currency.get(code));
      assertThat(AmountFormat.parse(AmountFormat.text(money), money.currency())).contains(money);
    }
  }
}
