package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.BalanceLedger.Account;
import emulator.provider.Fault;
import emulator.provider.WebhookFault;
import florin.books.LedgerChecks;
import florin.testing.Drills;
import florin.testing.Reply;
import florin.testing.TakesLong;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Responses to disputes while requests fail, webhooks are doubled, late, in another order or lost,
 * and the bank decides meanwhile. Afterwards each dispute is as Stripe has it, each response was
 * sent once, and Florin's ledger equals Stripe's.
 *
 * <p>{@code -Dmodel.disputes=100} plays more disputes; {@code -Dmodel.seed=…} starts with another
 * seed.
 */
@TakesLong
class StripeDisputeModelTest extends WithStripeDisputes {
  private static final int DISPUTES =
      Integer.getInteger("model.disputes", Drills.areAsked() ? 60 : 10);
  private static final long SEED = Long.getLong("model.seed", 20_261_129);

  /** The faults of the request that sends a response. */
  private static final List<Fault> FAULTS =
      List.of(
          Fault.NONE,
          Fault.NONE,
          Fault.LOST_BEFORE,
          Fault.LATE,
          Fault.LOST_AFTER,
          Fault.RESET_AFTER,
          Fault.CUT,
          Fault.SLOW,
          Fault.TWICE,
          Fault.UNAVAILABLE,
          Fault.ERROR_BEFORE,
          Fault.ERROR_AFTER);

  private static final Map<WebhookFault, Integer> WEBHOOK_FAULTS =
      Map.of(
          WebhookFault.TWICE, 200,
          WebhookFault.LATE, 200,
          WebhookFault.AFTER_THE_NEXT, 200,
          WebhookFault.NEVER, 250);

  StripeDisputeModelTest() throws IOException {}

  @Test
  void each_response_is_sent_once_and_both_ledgers_are_equal() throws Exception {
    var all = new ArrayList<Disputed>();
    for (int i = 0; i < DISPUTES; i++) {
      all.add(play(new SplittableRandom(SEED + i)));
    }
    stripe.webhooks().awaitQuiet(Duration.ofMinutes(1));
    for (int i = 0; i < DISPUTES; i++) {
      assertIsAsAtStripe(all.get(i), SEED + i);
    }
    assertLedgersAgree(all);
  }

  private Disputed play(SplittableRandom random) {
    long amount = random.nextLong(100, 100_000);
    Disputed dispute =
        disputed(
            amount,
            random.nextBoolean() ? Optional.empty() : Optional.of(random.nextLong(1, amount)));
    boolean isEvidence = random.nextInt(4) > 0;
    change(dispute, random.nextInt(3) == 0 ? "winning_evidence" : "Our story");
    stripe.webhookFaults().mix(WEBHOOK_FAULTS);
    stripe.faults().next(isEvidence ? SUBMIT : CLOSE, FAULTS.get(random.nextInt(FAULTS.size())));
    Optional<String> decision =
        random.nextInt(3) == 0
            ? Optional.of(random.nextBoolean() ? "won" : "lost")
            : Optional.empty();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2; i++) {
        var _ = threads.submit(() -> respond(dispute, isEvidence ? "submit" : "accept"));
      }
      decision.ifPresent(it -> {
        var _ = threads.submit(() -> stripe.payers().moveDispute(dispute.there(), it));
      });
    }
    settle();
    if (random.nextBoolean()) {
      decide(dispute, random.nextBoolean());
    }
    stripe.webhookFaults().clear();
    stripe.faults().clear();
    return dispute;
  }

  /** Decides a dispute under review, or reverses one that was lost. */
  private void decide(Disputed dispute, boolean isWon) {
    switch (stripe.payers().disputeStatus(dispute.there())) {
      case "under_review" -> stripe.payers().moveDispute(dispute.there(), isWon ? "won" : "lost");
      case "lost" -> stripe.payers().moveDispute(dispute.there(), "won");
      default -> {}
    }
  }

  private void assertIsAsAtStripe(Disputed dispute, long seed) {
    String replay = "-Dmodel.disputes=1 -Dmodel.seed=" + seed;
    String there = stripe.payers().disputeStatus(dispute.there());
    within()
        .untilAsserted(() -> {
          inquire();
          String here = status(dispute);
          assertThat(here.equals("accepted") ? "lost" : here).as(replay).isEqualTo(there);
        });
    Reply now = dispute(dispute);
    boolean isSent = now.text("/response/status").equals("sent");
    boolean isEvidence = now.text("/response/type").equals("evidence");
    assertThat(stripe.payers().submissions(dispute.there()))
        .as("%s: submissions of %s", replay, now.body())
        .isEqualTo(isSent && isEvidence ? 1 : 0);
    assertEvents(now, replay);
  }

  /** Makes the inquiries due that find what webhooks did not report. */
  private void inquire() {
    florin.update(
        "UPDATE dispute SET inquire_at = now(), version = version + 1 WHERE inquire_at > now()");
  }

  /** Checks that the events are neither doubled nor contradictory. */
  private void assertEvents(Reply now, String replay) {
    List<JsonNode> events =
        florin
            .get("/v2/events?limit=100&object_id=" + now.text("/id"))
            .json()
            .at("/data")
            .valueStream()
            .toList()
            .reversed();
    assertThat(events.getFirst().at("/type").asString()).as(replay).isEqualTo("dispute.created");
    assertThat(events.stream().filter(it -> it.at("/type").asString().equals("dispute.created")))
        .as(replay)
        .hasSize(1);
    assertThat(events.getLast().at("/data/object"))
        .as(replay)
        .isEqualTo(((ObjectNode) now.json()).putNull("fee"));
    var seen = new HashSet<JsonNode>();
    String before = "needs_response";
    for (JsonNode event : events) {
      assertThat(seen.add(event.at("/data/object"))).as("%s: %s", replay, event).isTrue();
      String status = event.at("/data/object/status").asString();
      boolean isDecided = !status.equals(before) && event.at("/data/object/closed_at").isNumber();
      assertThat(event.at("/type").asString().equals("dispute.closed"))
          .as("%s: from %s: %s", replay, before, event)
          .isEqualTo(isDecided);
      before = status;
    }
  }

  private void assertLedgersAgree(List<Disputed> all) {
    within()
        .until(() -> {
          readSettlements();
          return florin
              .query("SELECT count(*)::text FROM settlement_line")
              .equals(List.of(Integer.toString(stripe.balances().movements().size())));
        });
    LedgerChecks.assertHolds(florin.database());
    long held = 0;
    long lost = 0;
    for (Disputed one : all) {
      String there = stripe.payers().disputeStatus(one.there());
      held += List.of("needs_response", "under_review").contains(there) ? one.amount() : 0;
      lost += there.equals("lost") ? one.amount() : 0;
      assertThat(dispute(one).number("/fee/amount"))
          .isEqualTo(stripe.treasury().prices().dispute());
    }
    assertThat(balance("disputes_held")).isEqualTo(held);
    assertThat(balance("dispute_losses")).isEqualTo(lost);
    assertThat(balance("fees")).isEqualTo(stripe.balances().balance(Account.FEES, "eur"));
    assertThat(balance("pending")).isZero();
    assertThat(balance("available")).isEqualTo(stripe.balances().balance(Account.BALANCE, "eur"));
    assertThat(-balance("receivable") - held - lost)
        .as("what payers paid, less disputes")
        .isEqualTo(-stripe.balances().balance(Account.PAYERS, "eur"));
  }

  private long balance(String role) {
    return Long.parseLong(
        florin
            .query(
                "SELECT coalesce(sum(debits - credits), 0)::text FROM ledger_balance WHERE role = '%s' AND party = '%s' AND currency = 'eur'"
                    .formatted(role, connector))
            .getFirst());
  }
}
