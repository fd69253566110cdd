package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The ledger books money of bank entries on the bank's day. */
class BankDaysTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "Europe/Berlin",
        "America/Los_Angeles",
        "Pacific/Auckland",
        "Pacific/Kiritimati",
        "Etc/GMT+12"
      })
  void a_day_is_the_same_in_the_account_s_time_zone_and_in_utc(String name) {
    ZoneId zone = ZoneId.of(name);

    Instant booked = BookingStore.time(DAY, zone, Instant.parse("2026-12-01T00:00:00Z"));

    assertThat(LocalDate.ofInstant(booked, zone)).isEqualTo(DAY);
    assertThat(LocalDate.ofInstant(booked, ZoneOffset.UTC)).isEqualTo(DAY);
    Instant early = Instant.parse("2026-11-20T03:00:00Z");
    assertThat(BookingStore.time(DAY, ZoneOffset.UTC, early)).isEqualTo(early);
    assertThat(BookingStore.time(LocalDate.of(26, 11, 20), zone, early)).isEqualTo(early);
  }

  @Test
  void a_late_statement_is_booked_on_the_bank_s_day_and_is_an_adjustment_of_a_closed_month() {
    try (TestApp florin = TestApp.open()) {
      florin.update("UPDATE account SET time_zone = 'Pacific/Auckland'");
      var shop = new BankShop(florin);
      Waiting first = shop.ask(1_000);
      book(shop, "S-1", first, "2025-11-30", Line.credit(1_000, "B1", first.reference()));
      awaitBank(florin, 1_000);
      assertThat(days(florin)).containsExactly("2025-11-30 bank 1000");
      Reply november = florin.post("/v2/balance_report/close", "{\"month\": \"2025-11\"}");
      assertThat(november.status()).as(november.body()).isEqualTo(200);
      assertThat(bank(november).at("/closing").asLong()).isEqualTo(1_000);

      Waiting late = shop.ask(2_000);
      book(shop, "S-2", late, "2025-11-20", Line.credit(2_000, "B2", late.reference()));
      book(shop, "S-3", late, "2025-12-24", Line.written(500, "B3", "no reference"));
      awaitBank(florin, 3_500);
      Waiting later = shop.ask(500);
      String transfer = florin.get("/v2/unmatched_transfers").text("/data/0/id");
      Reply assigned =
          florin.post(
              "/v2/unmatched_transfers/" + transfer + "/assign",
              "{\"payment\": \"%s\"}".formatted(later.id()));
      assertThat(assigned.status()).as(assigned.body()).isEqualTo(200);
      String today = LocalDate.now(ZoneOffset.UTC).toString();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(days(florin))
                  .containsExactlyInAnyOrder(
                      "2025-11-20 bank 2000",
                      "2025-11-30 bank 1000",
                      "2025-12-24 bank 500",
                      today + " bank 500",
                      today + " unmatched_transfers 500"));
      assertThat(florin.get("/v2/balance_report?month=2025-11").body()).isEqualTo(november.body());
      JsonNode december = bank(florin.get("/v2/balance_report?month=2025-12"));
      assertThat(december.at("/adjustments").asLong()).isEqualTo(2_000);
      assertThat(december.at("/closing").asLong()).isEqualTo(3_500);
      Reply adjustments = florin.get("/v2/balance_transactions?adjustment_in=2025-12");
      assertThat(adjustments.texts("/data", "source")).containsExactly(late.id());
      assertThat(adjustments.text("/data/0/adjustment_in")).isEqualTo("2025-12");
      LedgerChecks.assertHolds(florin.database());

      List<String> before = rows(florin);
      florin.update("UPDATE account SET time_zone = 'UTC'");
      try (Db db = Db.unhurried(florin.database())) {
        var backlog = new BacklogStore(db);
        assertThat(backlog.startOver()).isTrue();
        while (backlog.step()) {}
      }
      assertThat(rows(florin)).isEqualTo(before);
      assertThat(florin.get("/v2/balance_transactions?adjustment_in=2025-12").body())
          .isEqualTo(adjustments.body());
      LedgerChecks.assertHolds(florin.database());
    }
  }

  private static void book(BankShop shop, String id, Waiting to, String day, Line line) {
    Reply taken =
        shop.send(
            new BankStatementText(id, to.iban(), 0, List.of(line))
                .xml()
                .replace("2026-11-20", day));
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
  }

  private static void awaitBank(TestApp florin, long amount) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            florin
                .query(
                    "SELECT coalesce(sum(debits - credits), 0)::text FROM ledger_balance WHERE role = 'bank'")
                .equals(List.of(Long.toString(amount))));
  }

  /** Returns the days (UTC) of the transfers, with the debited account. */
  private static List<String> days(TestApp florin) {
    return florin.query(
        "SELECT (booked_at AT TIME ZONE 'UTC')::date || ' ' || debit_role || ' ' || amount FROM ledger_transfer ORDER BY id");
  }

  private static JsonNode bank(Reply report) {
    return report
        .json()
        .at("/accounts")
        .valueStream()
        .filter(it -> it.at("/account").asString().equals("bank"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rows(TestApp florin) {
    return florin.query("SELECT t::text FROM ledger_transfer t ORDER BY realm_id, source_id, leg");
  }
}
