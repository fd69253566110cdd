package florin.connector;

import static org.assertj.core.api.Assertions.assertThat;

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
