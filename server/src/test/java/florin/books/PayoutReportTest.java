package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.YearMonth;
import org.junit.jupiter.api.Test;

/** The report of a month's payouts. */
class PayoutReportTest {
  private static final String PATH = "/v2/payout_report?month=2025-11";

  @Test
  void files_have_all_payouts_and_json_tells_that_it_has_not() {
    int payouts = PayoutReportStore.MOST + 1;
    try (TestApp florin = TestApp.open();
        Db db = new Db(florin.database())) {
      add(florin, "2025-11-05", payouts - 1);
      assertThat(florin.get(PATH).json().at("/has_more").asBoolean()).isFalse();
      add(florin, "2025-11-30", 1);
      add(florin, "2025-10-31", 1);
      add(florin, "2025-12-01", 1);

      Reply json = florin.get(PATH);
      assertThat(json.json().at("/payouts").size()).isEqualTo(PayoutReportStore.MOST);
      assertThat(json.json().at("/has_more").asBoolean()).isTrue();
      Reply csv =
          florin.client().send(florin.client().request(PATH).header("Accept", "text/csv").build());
      assertThat(csv.body().lines().skip(1).map(line -> line.split(",")[0]).distinct())
          .hasSize(payouts);
      assertThat(
              new PayoutReportStore(db)
                  .listAll(florin.realm(), YearMonth.of(2025, 11), 7).stream()
                      .map(it -> it.payout().id())
                      .distinct())
          .hasSize(payouts);
    }
  }

  private static void add(TestApp florin, String day, int number) {
    florin.update(
        """
        INSERT INTO payout (realm_id, id, version, connector, reference, status, currency, amount, arrives_on, has_all_lines, created_at)
        SELECT ?, gen_random_uuid(), 1, 'simulator', ? || n, 'in_transit', 'usd', 5, ?::date, false, now()
          FROM generate_series(1, ?) n
        """,
        florin.realm().id(),
        day,
        day,
        number);
  }
}
