package florin.connector.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Pan;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTest {
  @ParameterizedTest
  @CsvSource({
    "4000000000000077, SUCCEEDS",
    "4242424242424241, INCORRECT_NUMBER",
    "4242424242424243, INCORRECT_NUMBER",
    "4000000000830051, RESPONSE_CODE",
    "4000000000830052, INCORRECT_NUMBER",
    "4000000000840019, NEVER_ARRIVES",
  })
  void is_chosen_by_number_then_by_the_check_digit(String number, Rule rule) {
    assertThat(Rule.of(new Pan(number))).isEqualTo(rule);
  }

  @Test
  void is_found_by_the_name_that_the_ledger_stores() {
    assertThat(Arrays.stream(Rule.values()).map(Rule::text).map(Rule::of))
        .containsExactly(Rule.values());
  }
}
