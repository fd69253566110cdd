package florin.books.fee;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.fee.FeeContract.Conditions;
import florin.books.fee.FeeContract.Price;
import florin.books.fee.FeeContract.Validity;
import florin.books.fee.FeeContracts.PricedPayment;
import florin.core.Currency;
import florin.core.Id.FeeContractId;
import florin.core.Money;
import florin.core.Realm;
import florin.vault.Brand;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeeContractsTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 28);
  private static final Price NOTHING = new Price(0, 0, 0);

  @ParameterizedTest
  @CsvSource({
    "10000, 1.4, 0, 0, 140",
    "1000, 1.4, 25, 0, 39",
    "1035, 1, 0, 0, 10",
    "1050, 1, 0, 0, 11",
    "1049, 1, 0, 0, 10",
    "333, 0.15, 0, 0, 0",
    "334, 0.15, 0, 0, 1",
    "100, 1.4, 5, 30, 30",
    "999999999999, 100, 0, 0, 999999999999",
    "1, 0.001, 0, 0, 0",
    "50000, 0.001, 0, 0, 1"
  })
  void a_fee_has_a_share_a_fixed_part_and_a_minimum(
      long amount, String percent, long fixed, long minimum, long fee) {
    var price = new Price(Price.rate(percent).orElseThrow(), fixed, minimum);

    assertThat(price.fee(amount)).isEqualTo(fee);
  }

  @Test
  void the_share_is_the_exact_one_rounded_half_up() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long amount = random.nextLong(Money.MAX_MINOR + 1);
      int rate = random.nextInt(Price.WHOLE + 1);
      long exact =
          BigDecimal.valueOf(amount)
              .multiply(BigDecimal.valueOf(rate))
              .divide(BigDecimal.valueOf(Price.WHOLE), 0, RoundingMode.HALF_UP)
              .longValueExact();
      assertThat(new Price(rate, 0, 0).fee(amount)).as("seed %s", seed).isEqualTo(exact);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.4, 1400, 1.4",
    "1.40, 1400, 1.4",
    "0, 0, 0",
    "100, 100000, 100",
    "2.905, 2905, 2.905"
  })
  void a_percentage_has_up_to_three_decimals(String text, int rate, String shown) {
    assertThat(Price.rate(text)).contains(rate);
    assertThat(new Price(rate, 0, 0).percent()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "100.001", "1.4005", "1,4", "01", ".5", "1.", "1e1", "999", "\u0661"})
  void any_other_text_is_no_percentage(String text) {
    assertThat(Price.rate(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "visa, DE, eur, 8",
    "visa, DE, usd, 7",
    "visa, FR, eur, 6",
    "visa, US, eur, 5",
    "amex, DE, eur, 4",
    "amex, FR, eur, 3",
    "amex, GB, usd, 2",
    "amex, , usd, 1",
    ", , usd, 1"
  })
  void the_most_specific_contract_applies_in_any_order(
      String brand, String country, String currency, int rate) {
    List<FeeContract> contracts =
        new ArrayList<>(
            List.of(
                contract("", "", "", 1),
                contract("", "outside_eea", "", 2),
                contract("", "eea", "", 3),
                contract("", "DE", "", 4),
                contract("visa", "", "eur", 5),
                contract("visa", "eea", "", 6),
                contract("visa", "DE", "", 7),
                contract("visa", "DE", "eur", 8)));
    var payment =
        new PricedPayment(
            "simulator",
            Optional.ofNullable(brand).map(Brand::ofText),
            Optional.ofNullable(country),
            Currency.get(currency),
            Price.WHOLE,
            DAY);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(contracts, new Random(i));
      assertThat(new FeeContracts(contracts).expected(payment)).isEqualTo(OptionalLong.of(rate));
    }
  }

  @ParameterizedTest
  @CsvSource({"2026-11-27, 0", "2026-11-28, 1", "2026-11-29, 1", "2026-11-30, 0"})
  void a_contract_applies_from_its_first_day_to_the_day_before_its_end(LocalDate day, int fees) {
    var contract = at(new Validity(DAY, Optional.of(DAY.plusDays(2))));

    assertThat(new FeeContracts(List.of(contract)).expected(payment(day)).stream().count())
        .isEqualTo(fees);
  }

  @Test
  void a_contract_of_another_connector_does_not_apply() {
    var other =
        new PricedPayment(
            "cn_1", Optional.empty(), Optional.empty(), Currency.get("eur"), 100, DAY);

    assertThat(new FeeContracts(List.of(contract("", "", "", 1))).expected(other)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5, 5, 9, false",
    "1, 5, 4, 9, true",
    "1, , 4, , true",
    "4, , 1, 4, false",
    "1, 9, 4, 4, false",
    "4, 4, 1, , false",
    "4, 4, 4, 4, false"
  })
  void contracts_are_tied_if_they_share_conditions_and_days(
      int from, Integer until, int otherFrom, Integer otherUntil, boolean isTied) {
    FeeContract one = at(validity(from, until));
    FeeContract other = at(validity(otherFrom, otherUntil));

    assertThat(one.isTiedWith(other)).isEqualTo(isTied);
    assertThat(other.isTiedWith(one)).isEqualTo(isTied);
    assertThat(one.isTiedWith(one)).isFalse();
    assertThat(contract("visa", "", "", 1).isTiedWith(contract("", "", "", 1))).isFalse();
  }

  @Test
  void every_country_is_inside_or_outside_the_economic_area() {
    for (String country : List.of("DE", "IS", "LI", "NO", "GR")) {
      assertThat(new Region(Region.EEA).has(country)).isTrue();
      assertThat(new Region(Region.OUTSIDE_EEA).has(country)).isFalse();
    }
    for (String country : List.of("GB", "CH", "US")) {
      assertThat(new Region(Region.EEA).has(country)).isFalse();
      assertThat(new Region(Region.OUTSIDE_EEA).has(country)).isTrue();
    }
  }

  private static Validity validity(int from, Integer until) {
    return new Validity(
        DAY.withDayOfMonth(from), Optional.ofNullable(until).map(DAY::withDayOfMonth));
  }

  private static PricedPayment payment(LocalDate day) {
    return new PricedPayment(
        "simulator", Optional.empty(), Optional.empty(), Currency.get("eur"), 100, day);
  }

  private static FeeContract at(Validity validity) {
    return contract(
        new Conditions("simulator", Optional.empty(), Optional.empty(), Optional.empty()),
        NOTHING,
        validity);
  }

  private static FeeContract contract(String brand, String region, String currency, int rate) {
    return contract(
        new Conditions(
            "simulator",
            Optional.of(brand).filter(text -> !text.isEmpty()).map(Brand::ofText),
            Region.find(region),
            Currency.find(currency)),
        new Price(rate, 0, 0),
        new Validity(DAY, Optional.empty()));
  }

  private static FeeContract contract(Conditions conditions, Price price, Validity validity) {
    return new FeeContract(
        new Realm(2),
        new FeeContractId(UUID.randomUUID()),
        1,
        conditions,
        price,
        validity,
        Instant.EPOCH);
  }
}
