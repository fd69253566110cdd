package florin.connector.mollie;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import florin.connector.SettlementLine;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The payouts of Mollie's settlements, and the lines that they are made of. */
class MollieSettlementPayoutsTest extends MollieSettlementsFixture {
  @Test
  void transactions_that_add_up_to_a_transfer_are_reported_with_its_settlement() {
    pageSize = 2;
    settlement("stl_2", "paidout", "15.00");
    settlement("stl_1", "paidout", "7.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            movement("baltr_7", "payment", "3.00", "0.00", ""),
            transfer("baltr_6", "-15.00", "stl_2"),
            movement("baltr_5", "refund", "-4.00", "-1.00", ""),
            movement("baltr_4", "payment", "21.00", "-1.00", ""),
            transfer("baltr_3", "-7.00", "stl_1"),
            movement("baltr_2", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.stream().flatMap(it -> it.lines().stream()))
        .filteredOn(it -> it.payout().isPresent())
        .extracting(SettlementLine::reference, SettlementLine::type, it -> it.payout().get())
        .containsExactly(
            tuple("baltr_6", SettlementLine.Type.PAYOUT, "stl_2"),
            tuple("baltr_5", SettlementLine.Type.REFUND, "stl_2"),
            tuple("baltr_4", SettlementLine.Type.PAYMENT, "stl_2"),
            tuple("baltr_3", SettlementLine.Type.PAYOUT, "stl_1"));
    assertThat(pages.stream().flatMap(it -> it.lines().stream()))
        .extracting(SettlementLine::reference)
        .contains("baltr_7", "baltr_2");
    assertThat(pages.stream().flatMap(it -> it.payouts().stream()))
        .extracting(ReportedPayout::reference, ReportedPayout::hasAllLines)
        .containsSubsequence(tuple("stl_2", false), tuple("stl_2", true), tuple("stl_1", false))
        .doesNotContain(tuple("stl_1", true));
    assertThat(pages.getLast().payouts())
        .extracting(ReportedPayout::reference, ReportedPayout::hasAllLines)
        .containsExactly(tuple("stl_2", true), tuple("stl_1", false));
  }

  @Test
  void the_first_payout_of_a_balance_has_all_transactions_before_it() {
    settlement("stl_1", "paidout", "5.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_3", "-5.00", "stl_1"),
            movement("baltr_2", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.get(1).lines())
        .extracting(SettlementLine::payout)
        .containsExactly(Optional.of("stl_1"));
    assertThat(pages.get(1).payouts())
        .extracting(ReportedPayout::hasAllLines)
        .containsExactly(true);
  }

  @Test
  void a_returned_transfer_is_a_failed_payout_and_no_part_of_another() {
    settlement("stl_2", "paidout", "7.00");
    settlement("stl_1", "failed", "5.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_5", "-7.00", "stl_2"),
            movement("baltr_4", "payment", "2.00", "0.00", ""),
            transfer("baltr_3", "5.00", "stl_1").replace("outgoing-transfer", "returned-transfer"),
            transfer("baltr_2", "-5.00", "stl_1"),
            movement("baltr_1", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.getFirst().lines())
        .extracting(SettlementLine::type, SettlementLine::net, SettlementLine::payout)
        .contains(tuple(SettlementLine.Type.PAYOUT_FAILURE, 500L, Optional.of("stl_1")));
    assertThat(pages.getLast().payouts())
        .extracting(
            ReportedPayout::reference,
            ReportedPayout::status,
            ReportedPayout::failure,
            ReportedPayout::hasAllLines)
        .containsExactly(
            tuple("stl_2", Status.IN_TRANSIT, Optional.empty(), false),
            tuple("stl_1", Status.FAILED, Optional.of("failed"), true));
  }

  @Test
  void a_negative_payout_is_collected_from_the_bank() {
    settlement("stl_1", "paidout", "-4.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_2", "4.00", "stl_1"),
            movement("baltr_1", "refund", "-4.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.getFirst().lines().getFirst().net()).isEqualTo(400);
    assertThat(pages.getLast().payouts())
        .containsExactly(
            new ReportedPayout(
                "stl_1",
                Status.IN_TRANSIT,
                EUR,
                -400,
                LocalDate.of(2026, 2, 28),
                Optional.of("1234567.2404.stl_1"),
                Optional.empty(),
                true));
  }

  @ParameterizedTest
  @CsvSource({
    "pending, EXPECTED",
    "processing-at-bank, IN_TRANSIT",
    "paidout, IN_TRANSIT",
    "failed, FAILED",
    "something-new, EXPECTED"
  })
  void the_status_of_a_settlement_gives_that_of_the_payout(String status, Status expected) {
    settlement("stl_1", status, "4.00");

    assertThat(cycle(Optional.empty()).getLast().payouts())
        .extracting(ReportedPayout::status)
        .containsExactly(expected);
  }

  @Test
  void an_open_settlement_and_one_of_long_ago_are_no_payouts_of_this_cycle() {
    settlement("stl_2", "open", "4.00");
    settlement("stl_1", "paidout", "4.00");
    lists.put(
        SETTLEMENTS,
        requireNonNull(lists.get(SETTLEMENTS)).stream()
            .map(it -> it.contains("stl_1") ? it.replace("2026-02-28", "2026-01-28") : it)
            .toList());

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.getLast().payouts()).isEmpty();
    assertThat(calls.getLast()).isEqualTo(SETTLEMENTS + "?balanceId=bal_1&limit=50");
  }
}
