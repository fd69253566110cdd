package florin.dashboard.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.LedgerChecks;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Staff read the reports of a month, download them, and close it. */
class ReportPagesTest {
  private static final String NOVEMBER = ReportPages.PATH + "?month=2025-11";

  private static String words(Reply page) {
    assertThat(page.status()).as(page.body()).isEqualTo(200);
    return page.body().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
  }

  private static void take(TestApp florin, String rows) {
    Reply taken =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request("/v2/settlements?connector=simulator&format=csv")
                    .header("Content-Type", "text/csv")
                    .POST(
                        BodyPublishers.ofString(
                            "reference,type,object,currency,gross,fee,tax,net,original_currency,original_amount,description,occurred_at,available_at,payout\n"
                                + rows))
                    .build());
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
  }

  @Test
  void finance_closes_a_month_and_sees_later_movements_apart() {
    try (TestApp florin = TestApp.open()) {
      take(florin, "F1,fee,,usd,0,1190,190,-1190,,,Account fee,2025-11-10T10:00:00Z,,\n");
      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);
      String open = words(finance.get(NOVEMBER));
      assertThat(open)
          .contains(
              "November 2025 UTC time",
              "Close month…",
              "Opening balance $0.00 Payments $0.00 Refunds $0.00 Fees −$11.90 Closing balance −$11.90",
              "No payouts arrive in this month.",
              "Simulator USD $10.00 $1.90 $11.90 19.00%",
              "Fees Simulator $0.00 $11.90 $0.00 $11.90");

      Reply closed =
          finance.follow(
              finance.submit(NOVEMBER, ReportPages.CLOSE_PATH, Map.of("month", "2025-11")));

      assertThat(words(closed))
          .contains("November 2025 closed.", "Closed")
          .doesNotContain("Close month…");
      assertThat(
              florin.query(
                  "SELECT outcome || ' ' || detail FROM audit_entry WHERE action = 'month.close'"))
          .containsExactly("done 2025-11");
      take(florin, "F2,fee,,usd,0,100,0,-100,,,=Late,2025-11-20T10:00:00Z,,\n");
      assertThat(words(finance.get(NOVEMBER))).contains("Closing balance −$11.90");
      assertThat(words(finance.get(ReportPages.PATH + "?month=2025-12")))
          .contains(
              "Opening balance −$11.90 Adjustments of earlier months −$1.00",
              "Closing balance −$12.90",
              "Fee =Late −$1.00 20 Nov 2025",
              "Simulator adjustment USD $1.00 $0.00 $1.00 0.00%");
      assertThat(words(finance.get(FeePages.PATH + "?month=2025-12")))
          .contains("Other fees, adjustment Simulator $1.00");
      assertThat(words(finance.get(ReportPages.PATH + "?month=2026-13"))).contains("Reports");
    }
  }

  @Test
  void payments_refunds_and_failed_refunds_are_apart() {
    try (TestApp florin = TestApp.open()) {
      String paid =
          florin.post("/v2/payments", TestApp.payment(10_000, "4242424242424242")).text("/id");
      for (int amount : List.of(2_000, 300)) {
        florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(paid, amount));
      }
      LedgerChecks.settle(florin.client());
      florin.update(
          """
          INSERT INTO ledger_transfer
          SELECT realm_id, source_id, 1, overlay(id::text PLACING '001' FROM 16)::uuid, 'refund_failure', object_id,
                 currency, amount, credit_role, credit_party, debit_role, debit_party, booked_at
            FROM ledger_transfer
           WHERE type = 'refund'
             AND amount = 300
          """);
      florin.update("UPDATE ledger_balance SET credits = credits + 300 WHERE role = 'receivable'");
      florin.update("UPDATE ledger_balance SET debits = debits + 300 WHERE role = 'pending'");

      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);
      assertThat(words(finance.get(ReportPages.PATH)))
          .contains("Payments $100.00 Refunds −$23.00 Failed refunds $3.00 Fees");

      take(florin, "F3,fee,,usd,0,55,0,-55,,,,%s,,\n".formatted(Instant.now()));
      Reply fees = finance.get(FeePages.PATH);
      assertThat(words(fees)).contains("Processing $1.65 Other $0.55 Fees for");
      assertThat(fees.body())
          .contains(
              "class=\"accent\" x=\"0%\" width=\"75%\"", "class=\"calm\" x=\"75%\" width=\"25%\"");
    }
  }

  @Test
  void a_report_is_downloaded_by_those_who_may_export() {
    try (TestApp florin = TestApp.open()) {
      LedgerChecks.payOut(florin.client());
      String month = YearMonth.now(ZoneOffset.UTC).toString();
      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);
      String file = ReportPages.CSV_PATH + "?month=" + month + "&report=";

      Reply csv = finance.get(file + "fees");
      assertThat(csv.body())
          .startsWith("currency,connector,type,brand,region,adjustment,payments,volume,fees")
          .contains("simulator,payment,visa");
      assertThat(csv.header("Content-Disposition"))
          .contains("attachment; filename=\"fees-" + month + ".csv\"");
      assertThat(finance.get(file + "balance").body()).contains("pending,simulator");
      assertThat(finance.get(file + "payouts").body()).startsWith("payout,connector");
      assertThat(finance.get(file.replace("csv", "xlsx") + "taxes").body()).startsWith("PK");
      assertThat(words(finance.get(FeePages.PATH))).contains("Visa Simulator", "Effective rate");
      assertThat(
              florin.query(
                  "SELECT detail FROM audit_entry WHERE action = 'report.export' ORDER BY number"))
          .contains("fees " + month, "fee-taxes " + month);

      DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);
      assertThat(viewer.get(ReportPages.PATH).body()).doesNotContain(ReportPages.CSV_PATH);
      assertThat(viewer.get(file + "fees").status()).isEqualTo(403);
    }
  }

  @Test
  void an_incomplete_month_stays_open() {
    try (TestApp florin = TestApp.open()) {
      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);

      Reply refused =
          finance.follow(
              finance.post(
                  ReportPages.PATH,
                  ReportPages.CLOSE_PATH,
                  DashboardClient.formToken(finance.get(ReportPages.PATH)),
                  Map.of("month", "2999-12")));

      assertThat(words(refused)).contains("A month can be closed two hours after its end");
      assertThat(florin.query("SELECT month::text FROM ledger_closing")).isEmpty();
    }
  }
}
