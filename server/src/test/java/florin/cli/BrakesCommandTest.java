package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.checkout.DeclinedCards;
import florin.cli.Cli.Ran;
import florin.testing.TestApp;
import org.junit.jupiter.api.Test;

/** `./florin brakes try`, while the service runs. */
class BrakesCommandTest {
  @Test
  void past_cards_are_tried_again_at_their_times() throws Exception {
    try (TestApp florin = TestApp.open()) {
      DeclinedCards.pay(florin, 10);

      Ran ran = Cli.run(Cli.environment(florin), "brakes", "try", "--since", "1d");

      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out())
          .isEqualTo(
              """
              step       good      bad    other
              none          0        5        0
              slow          0        3        0
              prove         0        2        0
              close         0        0        0
              """);
      Ran wrong = Cli.run(Cli.environment(florin), "brakes", "try", "--since", "29d");
      assertThat(wrong.code()).isNotZero();
      assertThat(wrong.err()).contains("from 1d to 28d");
    }
  }
}
