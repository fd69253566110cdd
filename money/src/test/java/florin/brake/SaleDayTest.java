package florin.brake;

import static org.assertj.core.api.Assertions.assertThat;

import florin.brake.SaleDay.Bot;
import florin.brake.SaleDay.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The brake on a sale day: how many stolen cards are tested, and how many payers notice it. */
class SaleDayTest {
  private static final int SEEDS = 3;
  private static final int MOST_TESTED = 60;

  @ParameterizedTest
  @CsvSource({"8, 40, false", "8, 40, true", "200, 40, true", "200, 400, false", "200, 400, true"})
  void a_bot_tests_few_cards_and_payers_notice_nothing(int banks, int networks, boolean solves) {
    int touched = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Figures figures = SaleDay.run(new Bot(banks, networks, solves, false), true, seed);

      assertThat(figures.tested).as("seed %d: %s", seed, figures).isLessThanOrEqualTo(MOST_TESTED);
      touched += figures.touchedPayers().size();
    }
    assertThat(touched).isLessThanOrEqualTo(SEEDS * SaleDay.PAYERS / 1_000);
  }

  /** A known limit: such a bot looks like payers, until each of its networks has failed. */
  @Test
  void a_bot_with_cards_of_the_payers_banks_and_many_networks_is_stopped_late() {
    Figures figures = SaleDay.run(new Bot(60, 400, true, true), true, 1);

    assertThat(figures.tested).isBetween(MOST_TESTED, SaleDay.STOLEN * 3 / 4);
  }

  @Test
  void without_the_brake_every_card_is_tested() {
    Figures figures = SaleDay.run(new Bot(8, 40, false, false), false, 1);

    assertThat(figures.tested).isEqualTo(SaleDay.STOLEN);
  }
}
