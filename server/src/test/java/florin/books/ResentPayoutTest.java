package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.SettlementLine;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.core.Currency;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A payout comes back, and the provider sends its money with the next one. */
class ResentPayoutTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Currency EUR = Currency.get("eur");
  private static final Instant PAST = Instant.parse("2026-11-20T10:00:00Z");

  private final BlockingQueue<SettlementListing> reports = new LinkedBlockingQueue<>();

  @Test
  void the_next_payout_closes_with_the_line_of_the_failure() {
    var kind =
        new ProviderKind(
            InstantSource.system(),
            () -> {},
            _ ->
                Optional.ofNullable(reports.poll())
                    .orElseGet(
                        () -> new SettlementListing.Page(List.of(), List.of(), "end", false)));
    try (var provider = new Provider();
        TestApp florin =
            TestApp.open(CrashPoint.NONE, new Networks(UnaryOperator.identity(), List.of(kind)))) {
      reports.add(
          page(
              "failed",
              List.of(payout("po_1", Status.FAILED), payout("po_2", Status.IN_TRANSIT)),
              line("fee", SettlementLine.Type.FEE, -9_000, "po_1", Optional.empty()),
              line("out", SettlementLine.Type.PAYOUT, 9_000, "po_1", Optional.empty()),
              line("back", SettlementLine.Type.PAYOUT_FAILURE, -9_000, "po_1", Optional.empty()),
              line("again", SettlementLine.Type.PAYOUT, 9_000, "po_2", Optional.empty())));
      reports.add(
          page(
              "reconciled",
              List.of(),
              line(
                  "back",
                  SettlementLine.Type.PAYOUT_FAILURE,
                  -9_000,
                  "po_1",
                  Optional.of("po_2"))));
      ProviderInstances.add(florin, provider, Map.of());

      String second =
          await()
              .atMost(PATIENCE)
              .until(() -> florin.get("/v2/payouts?status=in_transit"), it -> it.has("/data/0/id"))
              .text("/data/0/id");
      await()
          .atMost(PATIENCE)
          .until(() -> florin.get("/v2/payouts/" + second + "/lines").has("/data/0/id"));
      florin.post("/v2/payouts/" + second + "/confirm", "{}");

      Reply closed =
          await()
              .atMost(PATIENCE)
              .until(
                  () -> florin.get("/v2/payouts/" + second),
                  it -> it.text("/status").equals("closed"));
      assertThat(closed.text("/reference")).isEqualTo("po_2");
      assertThat(florin.get("/v2/payouts/" + second + "/lines").text("/data/0/type"))
          .isEqualTo("payout_failure");
      LedgerChecks.assertHolds(florin.database());
    }
  }

  private static SettlementListing page(
      String cursor, List<ReportedPayout> payouts, SettlementLine... lines) {
    return new SettlementListing.Page(List.of(lines), payouts, cursor, cursor.equals("failed"));
  }

  private static ReportedPayout payout(String reference, Status status) {
    return new ReportedPayout(
        reference,
        status,
        EUR,
        -9_000,
        LocalDate.of(2026, 11, 22),
        Optional.empty(),
        Optional.empty(),
        true);
  }

  private static SettlementLine line(
      String reference,
      SettlementLine.Type type,
      long net,
      String payout,
      Optional<String> includedIn) {
    boolean isFee = type == SettlementLine.Type.FEE;
    return new SettlementLine(
        reference,
        type,
        Optional.empty(),
        EUR,
        isFee ? 0 : net,
        isFee ? -net : 0,
        0,
        Optional.empty(),
        "",
        PAST,
        PAST,
        Optional.of(payout),
        includedIn);
  }
}
