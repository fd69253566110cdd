package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.testing.BankShop;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** From a payment to the bank: settlement lines, payouts and the balance. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SettlementsTest {
  private static final String CARD = "4242424242424242";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  @Order(2)
  void the_simulator_settles_and_its_payout_arrives() {
    String paid = florin.post("/v2/payments", TestApp.payment(10_000, CARD)).text("/id");
    String other = florin.post("/v2/payments", TestApp.payment(2_000, CARD)).text("/id");
    String refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 3000}".formatted(paid))
            .text("/id");
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/balance_transactions?source=" + refund).has("/data/0"));

    Reply settled = LedgerChecks.settle(florin.client());

    assertThat(settled.status()).as(settled.body()).isEqualTo(200);
    String id = settled.text("/payouts/0/id");
    long fees = 165 + 53;
    long amount = 10_000 + 2_000 - 3_000 - fees;
    assertThat(settled.number("/payouts/0/amount")).isEqualTo(amount);
    assertThat(settled.text("/payouts/0/status")).isEqualTo("in_transit");
    assertThat(settled.has("/payouts/1")).isFalse();
    Reply lines = florin.get("/v2/payouts/" + id + "/lines");
    assertThat(lines.json().at("/data").valueStream().map(line -> line.at("/source").asString()))
        .containsExactlyInAnyOrder(paid, other, refund);
    JsonNode balance = florin.get("/v2/balance").json().at("/balances/0");
    assertThat(balance.at("/pending").asLong()).isZero();
    assertThat(balance.at("/available").asLong()).isZero();
    assertThat(balance.at("/in_transit").asLong()).isEqualTo(amount);
    assertThat(florin.get("/v2/events?type=payout.created").text("/data/0/data/object/id"))
        .isEqualTo(id);

    Reply again = LedgerChecks.settle(florin.client());
    assertThat(again.has("/payouts/0")).as(again.body()).isFalse();

    florin.update("UPDATE settlement_position SET due_at = now() + interval '1 hour'");
    Reply busy = florin.post("/v2/test/settlements", "{}");
    assertThat(busy.status()).as(busy.body()).isEqualTo(409);
    assertThat(busy.text("/error/message")).contains("settling this account already");
    florin.update("UPDATE settlement_position SET due_at = now()");

    Reply arrived = florin.post("/v2/payouts/" + id + "/confirm", "{}");
    assertThat(arrived.text("/status")).isEqualTo("arrived");
    assertThat(florin.post("/v2/payouts/" + id + "/confirm", "{}").text("/error/code"))
        .isEqualTo("payout_unexpected_state");
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/payouts/" + id).text("/status").equals("closed"));
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/balance").number("/balances/0/in_transit") == 0);
    Reply transactions = florin.get("/v2/balance_transactions?source=" + id);
    assertThat(transactions.status()).as(transactions.body()).isEqualTo(200);
    assertThat(transactions.json().at("/data").valueStream().map(it -> it.at("/type").asString()))
        .containsExactlyInAnyOrder("payout", "payout_arrival");
    LedgerChecks.assertHolds(florin.database());
    assertRebuilds();
    florin.update(
        "UPDATE payout SET status = 'arrived', has_all_lines = false, amount = amount + 1");
    try (Db db = Db.unhurried(florin.database())) {
      assertThat(VerificationStore.run(db).difference())
          .hasValueSatisfying(found -> assertThat(found.problem()).contains("provider booked"));
    }
    florin.update("UPDATE payout SET status = 'closed', has_all_lines = true, amount = amount - 1");
  }

  @Test
  @Order(3)
  void a_bank_entry_replaces_the_confirmation_of_a_person() {
    new BankShop(florin).ask(1);
    florin.post("/v2/payments", TestApp.payment(1_000, CARD).replace("usd", "eur"));
    String id = LedgerChecks.settle(florin.client()).text("/payouts/0/id");
    long amount = florin.post("/v2/payouts/" + id + "/confirm", "{}").number("/amount_arrived");
    assertThat(amount).isPositive();

    Reply booked = florin.post("/v2/test/bank_transfers", "{\"payout\": \"" + id + "\"}");

    assertThat(booked.status()).as(booked.body()).isEqualTo(200);
    await().atMost(PATIENCE).until(() -> florin.get("/v2/payouts/" + id).has("/receiving_account"));
    assertThat(florin.get("/v2/payouts/" + id).number("/amount_arrived")).isEqualTo(amount);
    assertThat(florin.get("/v2/events?type=payout.differs").has("/data/0")).isFalse();
    LedgerChecks.assertHolds(florin.database());
    assertThat(
            florin.query(
                "SELECT sum(debits - credits)::text FROM ledger_balance WHERE role = 'bank' AND currency = 'eur'"))
        .containsExactly(Long.toString(amount));
  }

  private void assertRebuilds() {
    String all = "SELECT t::text FROM ledger_transfer t ORDER BY realm_id, source_id, leg";
    List<String> before = florin.query(all);
    try (Db db = Db.unhurried(florin.database())) {
      var backlog = new BacklogStore(db);
      backlog.startOver();
      while (backlog.step()) {}
    }
    assertThat(florin.query(all)).isEqualTo(before);
    LedgerChecks.assertHolds(florin.database());
  }
}
