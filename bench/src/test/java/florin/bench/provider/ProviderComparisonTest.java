package florin.bench.provider;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.Ledger.Names;
import emulator.provider.Ledger.Standing;
import florin.bench.provider.ProviderRecords.Row;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProviderComparisonTest {
  private static final UUID PAYMENT = UUID.randomUUID();
  private static final Map<String, UUID> NAMES = Map.of("att_1", PAYMENT, "cs_2", PAYMENT);

  private static Row row(String status, long captured, long refunded) {
    return new Row(PAYMENT, "drill-1", status, 1000, captured, refunded, false);
  }

  private static Standing standing(String session, long captured, long released, long refunded) {
    var names = new Names("pi_" + session, session, session, Map.of("florin", "att_" + session));
    return new Standing(names, "eur", 1, 1000, captured, released, refunded, 0);
  }

  private static List<String> differences(Row row, Standing... standings) {
    return ProviderComparison.differences(List.of(row), NAMES, List.of(standings));
  }

  @Test
  void equal_amounts_on_both_sides_are_no_difference() {
    assertThat(differences(row("succeeded", 1000, 300), standing("1", 1000, 0, 300))).isEmpty();
    assertThat(differences(row("succeeded", 400, 0), standing("1", 400, 600, 0))).isEmpty();
    assertThat(differences(row("requires_capture", 0, 0), standing("1", 0, 0, 0))).isEmpty();
    assertThat(differences(row("canceled", 0, 0), standing("1", 0, 1000, 0))).isEmpty();
    assertThat(differences(row("requires_action", 0, 0))).isEmpty();
  }

  @Test
  void a_capture_refund_or_hold_on_one_side_only_is_a_difference() {
    assertThat(differences(row("failed", 0, 0), standing("1", 1000, 0, 0))).hasSize(1);
    assertThat(differences(row("succeeded", 1000, 0))).hasSize(1);
    assertThat(differences(row("succeeded", 1000, 0), standing("1", 1000, 0, 1))).hasSize(1);
    assertThat(differences(row("canceled", 0, 0), standing("1", 0, 0, 0)))
        .singleElement()
        .asString()
        .contains("still holds 1000");
  }

  @Test
  void two_charges_of_one_payment_are_a_difference_whatever_their_names() {
    assertThat(
            differences(
                row("succeeded", 1000, 0), standing("1", 1000, 0, 0), standing("cs_2", 1000, 0, 0)))
        .anySatisfy(difference -> assertThat(difference).contains("charged 2 times"));
  }

  @Test
  void money_that_florin_never_requested_is_a_difference() {
    assertThat(differences(row("failed", 0, 0), standing("stranger", 1000, 0, 0)))
        .singleElement()
        .asString()
        .contains(", which Florin never requested");
    assertThat(differences(row("failed", 0, 0), standing("stranger", 1000, 0, 1000))).isEmpty();
  }
}
