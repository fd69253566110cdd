package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A payout comes back, and the provider sends its money again, alone or with the next one. */
@TestInstance(Lifecycle.PER_CLASS)
class ResentPayoutTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Currency EUR = Currency.get("eur");
  private static final Instant PAST = Instant.parse("2026-11-20T10:00:00Z");

  /** The pages after which there is another one. */
  private static final Set<String> MORE = Set.of("failed", "sent", "again");

  private final BlockingQueue<SettlementListing> reports = new LinkedBlockingQueue<>();

  private Provider provider;
  private TestApp florin;

  @BeforeAll
  void open() {
    var kind =
        new ProviderKind(
            InstantSource.system(),
            () -> {},
            _ ->
                Optional.ofNullable(reports.poll())
                    .orElseGet(
                        () -> new SettlementListing.Page(List.of(), List.of(), "end", false)));
    provider = new Provider();
    florin = TestApp.open(CrashPoint.NONE, new Networks(UnaryOperator.identity(), List.of(kind)));
    ProviderInstances.add(florin, provider, Map.of());
  }

  @AfterAll
  void close() {
    LedgerChecks.assertHolds(florin.database());
    florin.close();
    provider.close();
  }

  /** Makes Florin read these reports, and returns once it has read them. */
  private void read(SettlementListing... some) {
    reports.addAll(List.of(some));
    // A refresh during a read has no effect.
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> {
          florin.post("/v2/balance/refresh", "{}");
          return reports.isEmpty();
        });
  }

  private Reply awaitStatus(String payout, String status) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/payouts/" + payout), it -> it.text("/status").equals(status));
  }

  /** Returns the id of the newest payout with a status. */
  private String find(String status) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/payouts?limit=1&status=" + status), it -> it.has("/data/0/id"))
        .text("/data/0/id");
  }

  @Test
  void the_next_payout_closes_with_the_line_of_the_failure() {
    read(
        page(
            "failed",
            List.of(payout("po_1", Status.FAILED), payout("po_2", Status.IN_TRANSIT)),
            line("fee", SettlementLine.Type.FEE, -9_000, "po_1", Optional.empty()),
            line("out", SettlementLine.Type.PAYOUT, 9_000, "po_1", Optional.empty()),
            line("back", SettlementLine.Type.PAYOUT_FAILURE, -9_000, "po_1", Optional.empty()),
            line("again", SettlementLine.Type.PAYOUT, 9_000, "po_2", Optional.empty())),
        page(
            "reconciled",
            List.of(),
            line("back", SettlementLine.Type.PAYOUT_FAILURE, -9_000, "po_1", Optional.of("po_2"))));
    String second = find("in_transit");
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/payouts/" + second + "/lines").has("/data/0/id"));
    florin.post("/v2/payouts/" + second + "/confirm", "{}");

    Reply closed = awaitStatus(second, "closed");

    assertThat(closed.text("/reference")).isEqualTo("po_2");
    assertThat(florin.get("/v2/payouts/" + second + "/lines").text("/data/0/type"))
        .isEqualTo("payout_failure");
  }

  @Test
  void a_payout_that_failed_is_in_transit_once_its_own_money_is_sent_again() {
    read(
        page(
            "sent",
            List.of(payout("po_3", Status.IN_TRANSIT)),
            line("out3", SettlementLine.Type.PAYOUT, 9_000, "po_3", Optional.empty())),
        page(
            "returned",
            List.of(payout("po_3", Status.FAILED)),
            line("back3", SettlementLine.Type.PAYOUT_FAILURE, -9_000, "po_3", Optional.empty())));
    String payout = find("failed");
    read(page("old", List.of(payout("po_3", Status.IN_TRANSIT))));
    assertThat(florin.get("/v2/payouts/" + payout).text("/status"))
        .as("an old report changes nothing")
        .isEqualTo("failed");

    read(
        page(
            "again",
            List.of(payout("po_3", Status.IN_TRANSIT)),
            line("out3b", SettlementLine.Type.PAYOUT, 9_000, "po_3", Optional.empty())),
        page("told", List.of(payout("po_3", Status.IN_TRANSIT))));

    awaitStatus(payout, "in_transit");
    florin.post("/v2/payouts/" + payout + "/confirm", "{}");
    assertThat(awaitStatus(payout, "arrived").number("/amount_arrived")).isEqualTo(-9_000);
    assertThat(florin.get("/v2/events?object_id=" + payout).texts("/data", "type"))
        .containsExactly("payout.arrived", "payout.failed", "payout.created");
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    florin.query(
                        "SELECT coalesce(sum(debits - credits), 0)::text FROM ledger_balance WHERE role = 'payouts_in_transit'"))
                .containsExactly("0"));
  }

  private static SettlementListing page(
      String cursor, List<ReportedPayout> payouts, SettlementLine... lines) {
    return new SettlementListing.Page(List.of(lines), payouts, cursor, MORE.contains(cursor));
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
