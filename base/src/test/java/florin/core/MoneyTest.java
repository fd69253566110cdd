package florin.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MoneyTest {
  private static final Currency USD = Currency.get("usd");

  @Test
  void money_is_calculated_within_one_currency_only() {
    Money five = new Money(5, USD);
    assertThat(five.plus(five).minus(new Money(3, USD))).isEqualTo(new Money(7, USD));
    assertThatThrownBy(() -> five.plus(new Money(5, Currency.get("eur"))))
        .hasMessageContaining("cannot reckon usd with eur");
  }

  @Test
  void invalid_amounts_cannot_be_created() {
    assertThatThrownBy(() -> new Money(-1, USD)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Money(Money.MAX_MINOR + 1, USD))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Money.zero(USD).minus(new Money(1, USD)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Money(Money.MAX_MINOR, USD).plus(new Money(1, USD)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothing_and_twelve_digits_are_amounts() {
    assertThat(new Money(0, USD)).isEqualTo(Money.zero(USD)).hasToString("0 usd");
    assertThat(new Money(Money.MAX_MINOR, USD).isMoreThan(new Money(Money.MAX_MINOR - 1, USD)))
        .isTrue();
    assertThat(new Money(5, USD).isMoreThan(new Money(5, USD))).isFalse();
    assertThat(new Money(1, USD).isZero()).isFalse();
  }

  @Test
  void currencies_are_the_active_ones_in_lower_case_with_their_decimals() {
    assertThat(Currency.find("usd")).contains(new Currency("usd", 2));
    assertThat(Currency.find("jpy").orElseThrow().exponent()).isZero();
    assertThat(Currency.find("kwd").orElseThrow().exponent()).isEqualTo(3);
    assertThat(Currency.find("USD")).isEmpty();
    assertThat(Currency.find("hrk")).isEmpty(); // Croatia has used the euro since 2023.
    assertThat(Currency.find("bgn")).isEmpty(); // Bulgaria has used the euro since 2026.
    assertThat(Currency.find("xau")).isEmpty();
    assertThat(Currency.find("xxx")).isEmpty();
  }

  /** The JDK's table also has withdrawn currencies, so Florin's table is a subset of it. */
  @Test
  void the_decimals_agree_with_the_jdk() {
    assertThat(Currency.all()).containsKeys("usd", "jpy", "kwd").hasSizeGreaterThan(150);
    Currency.all()
        .values()
        .forEach(currency -> {
          String code = currency.code().toUpperCase(java.util.Locale.ROOT);
          boolean known =
              java.util.Currency.getAvailableCurrencies().stream()
                  .anyMatch(c -> c.getCurrencyCode().equals(code));
          if (known) {
            assertThat(java.util.Currency.getInstance(code).getDefaultFractionDigits())
                .as(code)
                .isEqualTo(currency.exponent());
          }
        });
  }
}
