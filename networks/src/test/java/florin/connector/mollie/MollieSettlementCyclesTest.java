package florin.connector.mollie;

import static florin.connector.Requests.soon;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.SettlementLine;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages and cycles in which Mollie's reports are read, and their limits. */
class MollieSettlementCyclesTest extends MollieSettlementsFixture {
  @Test
  void the_next_cycle_reads_what_is_new_and_one_hour_more() {
    var all = new ArrayList<String>();
    for (int hour = 23; hour >= 1; hour--) {
      all.add(
          movement("baltr_" + hour, "payment", "1.00", "0.00", "")
              .replace("T12:00:00", "T%02d:00:00".formatted(hour)));
    }
    lists.put(TRANSACTIONS, List.copyOf(all.subList(4, all.size())));
    List<SettlementListing.Page> first = cycle(Optional.empty());
    assertThat(first.getFirst().lines()).hasSize(19);
    lists.put(TRANSACTIONS, List.copyOf(all));
    pageSize = 3;

    List<SettlementListing.Page> next = cycle(Optional.of(first.getLast().cursor()));

    assertThat(next.stream().flatMap(it -> it.lines().stream()))
        .extracting(SettlementLine::reference)
        .containsExactly("baltr_23", "baltr_22", "baltr_21", "baltr_20", "baltr_19", "baltr_18");
    assertThat(next).hasSize(4);
  }

  @Test
  void many_transfers_are_read_in_several_calls_with_a_short_cursor() {
    var all = new ArrayList<String>();
    for (int i = 95; i > 0; i--) {
      settlement("stl_wWuSLmsLzeDVRRYAq9y" + i, "paidout", "1.00");
      all.add(transfer("baltr_x" + i, "-1.00", "stl_wWuSLmsLzeDVRRYAq9y" + i));
      all.add(movement("baltr_y" + i, "payment", "1.00", "0.00", ""));
    }
    lists.put(TRANSACTIONS, all);

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.stream().mapToInt(it -> it.cursor().length()).max().orElse(0))
        .isLessThan(SettlementListing.MAX_CURSOR);
    assertThat(
            pages.subList(pages.size() - 2, pages.size()).stream()
                .flatMap(it -> it.payouts().stream()))
        .hasSize(95)
        .allMatch(ReportedPayout::hasAllLines);
  }

  @Test
  void a_page_reads_ten_settlements_at_most() {
    var all = new ArrayList<String>();
    for (int i = 15; i > 0; i--) {
      settlement("stl_" + i, "paidout", "1.00");
      all.add(transfer("baltr_" + i, "-1.00", "stl_" + i));
    }
    lists.put(TRANSACTIONS, all);

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages).extracting(it -> it.lines().size()).containsExactly(10, 5, 0);
    assertThat(pages).extracting(it -> it.payouts().size()).containsExactly(10, 5, 15);
  }

  @Test
  void settlements_that_are_not_read_again_take_no_space_in_the_cursor() {
    settlement("stl_1", "paidout", "5.00");
    answers.computeIfPresent(
        SETTLEMENTS + "/stl_1",
        (_, it) -> new Answer(200, it.body().replace("2026-02-28", "2026-01-28")));
    lists.put(SETTLEMENTS, List.of());
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_3", "-5.00", "stl_1"),
            movement("baltr_2", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.get(1).payouts())
        .extracting(ReportedPayout::hasAllLines)
        .containsExactly(true);
    assertThat(pages.getLast().cursor()).doesNotContain("stl_1");
  }

  @Test
  void a_list_that_repeats_itself_does_not_end_or_is_too_long_is_not_read() {
    pageSize = 1;
    lists.put(
        TRANSACTIONS,
        List.of(
            movement("baltr_2", "payment", "1.00", "0.00", ""),
            movement("baltr_1", "payment", "1.00", "0.00", "")));
    String second = page(Optional.empty()).cursor();
    assertThat(
            unanswered(
                Optional.of(
                    second
                        .replace("baltr_1", "baltr_2")
                        .replace("\"pages\":\"1\"", "\"pages\":\"20000\""))))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");

    // The parameter `from` is ignored.
    answers.put(
        TRANSACTIONS,
        new Answer(
            200,
            list(requireNonNull(lists.get(TRANSACTIONS)).subList(0, 1), Optional.of("baltr_1"))));
    assertThat(unanswered(Optional.of(second)))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");
    // The next page is the same one.
    answers.put(
        TRANSACTIONS,
        new Answer(
            200,
            list(requireNonNull(lists.get(TRANSACTIONS)).subList(1, 2), Optional.of("baltr_1"))));
    assertThat(unanswered(Optional.of(second)))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");
    answers.put(TRANSACTIONS, new Answer(200, list(List.of(), Optional.of("baltr_1"))));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");

    answers.put(
        TRANSACTIONS,
        new Answer(
            200,
            list(
                IntStream.range(0, 1_001).mapToObj(i -> "{'id': 'baltr_" + i + "'}").toList(),
                Optional.empty())));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie returned a list in a form unknown to Florin.");
  }

  @Test
  void a_transaction_that_cannot_be_read_is_named() {
    String whole = movement("baltr_1", "payment", "10.00", "-0.29", "");
    for (String broken :
        List.of(
            whole.replace("9.71", "9.70"),
            whole.replace("'10.00'", "'10.001'"),
            whole.replace("'initialAmount'", "'amount'"),
            whole.replace("2026-02-28T12", "yesterday"))) {
      lists.put(TRANSACTIONS, List.of(broken));
      assertThat(unanswered(Optional.empty()))
          .isEqualTo("Mollie reports baltr_1 in a form unknown to Florin.");
    }
    answers.put(TRANSACTIONS, new Answer(200, "{'count': 0}"));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie returned a list in a form unknown to Florin.");
    answers.put(TRANSACTIONS, new Answer(200, "<html>"));
    assertThat(unanswered(Optional.empty())).startsWith("Mollie returned an unexpected response");
    answers.put(TRANSACTIONS, new Answer(429, "{}"));
    assertThat(unanswered(Optional.empty())).startsWith("Mollie could not be reached");
    answers.put(TRANSACTIONS, new Answer(404, "{'status': 404, 'title': 'Not Found'}"));
    assertThat(unanswered(Optional.empty())).startsWith("Mollie rejected the request");
  }

  @Test
  void a_currency_that_florin_does_not_know_is_left_out() {
    assertThat(
            lines(
                movement("baltr_2", "payment", "10.00", "0.00", "").replace("EUR", "XYZ"),
                movement("baltr_1", "payment", "10.00", "0.00", "")))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void a_token_without_the_permission_does_not_affect_payments(int status) {
    answers.put(BALANCE, new Answer(status, "{'status': " + status + "}"));

    assertThat(unanswered(Optional.empty()))
        .startsWith(
            "Mollie doesn't allow the organization token to read the balance and the settlements (status ")
        .contains("balances.read and settlements.read", "Payments are not affected.");
    assertThat(connector.isKeyRefused()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b{}", "a", "a[]", "a{\"since\":\"x\"}", "nonsense"})
  void a_cursor_of_another_version_starts_over(String cursor) {
    page(Optional.of(cursor));

    assertThat(calls.getFirst()).isEqualTo(BALANCE + "?limit=1&testmode=true");
  }

  @Test
  void without_a_token_and_in_test_mode_there_are_no_settlements() {
    assertThat(open(kind, Map.of("api_key", KEY)).listSettlements(SINCE, Optional.empty(), soon()))
        .isEqualTo(new SettlementListing.Unsupported());
    try (var genuine = new MollieKind(client(), true, now::get)) {
      assertThat(
              open(genuine, Map.of("api_key", KEY, "organization_token", TOKEN))
                  .listSettlements(SINCE, Optional.empty(), soon()))
          .isEqualTo(new SettlementListing.Unsupported());
    }
    assertThat(calls).isEmpty();
  }
}
