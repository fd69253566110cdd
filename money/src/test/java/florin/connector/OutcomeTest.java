package florin.connector;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.Money;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  @Test
  void a_name_that_is_too_long_is_cut_between_characters_and_costs_no_approval() {
    assertThat(approved("ob_1").connectorReference()).isEqualTo("ob_1");
    String kept = approved("€".repeat(100)).connectorReference();

    assertThat(kept).isEqualTo("€".repeat(85));
    assertThat(kept.getBytes(StandardCharsets.UTF_8)).hasSize(Outcome.Approved.MAX_REFERENCE);
    assertThat(approved("a" + "€".repeat(100)).connectorReference())
        .isEqualTo("a" + "€".repeat(84));
  }

  @Test
  void an_approval_of_another_amount_never_counts_as_the_full_amount() {
    Outcome.Approved approved = approved("ob_1");

    assertThat(approved.ofAsked(Requests.eur(1000))).isSameAs(approved);
    assertThat(approved.ofAsked(Requests.eur(1001))).isEqualTo(new Outcome.OtherAmount(approved));
    assertThat(approved.ofAsked(new Money(1000, Currency.get("usd"))))
        .isEqualTo(new Outcome.OtherAmount(approved));
    assertThat(new Outcome.Pending().ofAsked(Requests.eur(1001))).isEqualTo(new Outcome.Pending());
  }

  private static Outcome.Approved approved(String reference) {
    return new Outcome.Approved(
        reference,
        Optional.empty(),
        Optional.empty(),
        Requests.eur(1000),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }
}
