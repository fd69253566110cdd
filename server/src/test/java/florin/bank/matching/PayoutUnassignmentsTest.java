package florin.bank.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.books.LedgerChecks;
import florin.core.Id.PayoutId;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A person takes the money of a bank entry away from a payout, and debits that come early. */
@TestInstance(Lifecycle.PER_CLASS)
class PayoutUnassignmentsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicReference<Runnable> beforeMatch = new AtomicReference<>(() -> {});
  private TestApp florin;
  private BankShop shop;
  private String iban;
  private int names;

  @BeforeAll
  void open() {
    CrashPoint point =
        step -> {
          if (step == Step.MATCHING) {
            beforeMatch.getAndSet(() -> {}).run();
          }
        };
    florin = TestApp.open(point);
    shop = new BankShop(florin);
    iban = shop.ask(7).iban();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_or_doubled() {
    shop.awaitMatched();
    BankReconciliation.checkAtRest(florin.database());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    florin.query(
                        "SELECT 1 FROM match_for_payout m WHERE NOT EXISTS (SELECT FROM payout_arrival a WHERE a.id = m.id)"))
                .isEmpty());
    LedgerChecks.assertHolds(florin.database());
  }

  private String report(long amount, String reference) {
    var id = UUID.randomUUID();
    florin.update(
        "INSERT INTO payout (realm_id, id, version, connector, reference, status, currency, amount, bank_reference, arrives_on, has_all_lines, created_at) SELECT realm_id, ?, 1, 'simulator', ?, 'in_transit', 'eur', ?, ?, '2026-11-20', false, now() FROM receiving_account LIMIT 1",
        id,
        id.toString(),
        amount,
        reference);
    return new PayoutId(id).text();
  }

  private String name() {
    return "U" + ++names;
  }

  /** Books one entry, and returns its id. */
  private String book(Line line) {
    shop.book(iban, line);
    shop.awaitMatched();
    return florin.get("/v2/bank_entries?limit=1").text("/data/0/id");
  }

  private void awaitStatus(String payout, String status) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(florin.get("/v2/payouts/" + payout).text("/status")).isEqualTo(status));
  }

  private List<String> moneyOf(String payout) {
    return florin.query(
        "SELECT amount::text FROM match_for_payout WHERE payout_id = ?::uuid ORDER BY id",
        PayoutId.KIND.parse(payout).orElseThrow().uuid().toString());
  }

  private Reply unassign(String entry) {
    return florin.post("/v2/bank_entries/" + entry + "/unassign", "{}");
  }

  /** Books another payout late, whose match shows that Florin has looked at all transfers. */
  private void awaitLook() {
    String reference = "LOOK-" + name() + "7";
    book(Line.written(11, name(), reference));
    String payout = report(11, reference);
    await().atMost(PATIENCE).until(() -> !moneyOf(payout).isEmpty());
  }

  @Test
  void an_entry_that_named_the_payout_becomes_a_transfer_that_only_a_person_assigns() {
    String payout = report(5_100, "PAY-101");
    String entry = book(Line.written(5_100, name(), "PAY-101"));
    awaitStatus(payout, "arrived");
    LedgerChecks.assertHolds(florin.database());

    Reply undone = unassign(entry);

    assertThat(undone.status()).as(undone.body()).isEqualTo(200);
    assertThat(undone.text("/status")).isEqualTo("unmatched");
    assertThat(undone.has("/matches/1")).as(undone.body()).isFalse();
    assertThat(undone.body()).isEqualTo(florin.get("/v2/bank_entries/" + entry).body());
    String transfer = undone.text("/matches/0/unmatched_transfer");
    assertThat(florin.get("/v2/unmatched_transfers/" + transfer).text("/reason"))
        .isEqualTo("unassigned");
    awaitStatus(payout, "in_transit");
    Reply events = florin.get("/v2/events?object_id=" + payout);
    assertThat(events.texts("/data", "type")).containsExactly("payout.differs", "payout.arrived");
    assertThat(events.text("/data/0/data/object/status")).isEqualTo("in_transit");
    awaitLook();
    assertThat(moneyOf(payout)).as("not taken again").containsExactly("5100", "-5100");
    assertThat(unassign(entry).text("/error/code")).isEqualTo("payout_unexpected_state");
  }

  @Test
  void a_transfer_that_was_assigned_by_mistake_is_open_again_and_goes_to_the_right_payout() {
    String wrong = report(4_400, "PAY-201");
    String right = report(4_300, "PAY-202");
    String entry = book(Line.written(4_300, name(), "no idea"));
    String path =
        "/v2/unmatched_transfers/"
            + florin.get("/v2/unmatched_transfers?limit=1").text("/data/0/id");
    florin.post(path + "/assign", "{\"payout\": \"" + wrong + "\"}");

    unassign(entry);

    Reply open = florin.get(path);
    assertThat(open.text("/status")).as(open.body()).isEqualTo("open");
    assertThat(open.number("/amount_remaining")).isEqualTo(4_300);
    assertThat(open.body()).contains("\"payout\":null");
    florin.post(path + "/assign", "{\"payout\": \"" + right + "\"}");
    awaitStatus(right, "arrived");
    awaitStatus(wrong, "in_transit");
  }

  @Test
  void two_at_the_same_moment_take_the_money_away_once() {
    String payout = report(900, "PAY-301");
    String entry = book(Line.written(900, name(), "PAY-301"));

    List<Integer> statuses =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> unassign(entry)))
            .limit(4)
            .toList()
            .stream()
            .map(it -> it.join().status())
            .toList();

    assertThat(statuses).containsExactlyInAnyOrder(200, 400, 400, 400);
    assertThat(moneyOf(payout)).containsExactly("900", "-900");
  }

  @Test
  void a_person_who_is_faster_than_the_reversal_of_the_bank_takes_the_money_away_once() {
    String payout = report(2_500, "PAY-401");
    String bankReference = name();
    String entry = book(Line.written(2_500, bankReference, "PAY-401"));
    beforeMatch.set(() -> unassign(entry));

    book(new Line(-2_500, true, bankReference, "", "", ""));

    assertThat(moneyOf(payout)).containsExactly("2500", "-2500");
    assertThat(florin.get("/v2/bank_entries/" + entry).text("/status")).isEqualTo("unmatched");
    assertThat(florin.get("/v2/unmatched_transfers?limit=1").text("/data/0/status"))
        .as("the reversal took the transfer")
        .isEqualTo("closed");
  }

  @Test
  void a_person_who_is_faster_than_the_return_of_a_debit_gives_it_back_once() {
    String payout = report(-1_300, "PAY-402");
    String bankReference = name();
    String entry = book(new Line(-1_300, false, bankReference, "", "PAY-402", ""));
    beforeMatch.set(() -> unassign(entry));

    book(new Line(1_300, true, bankReference, "", "", ""));

    assertThat(moneyOf(payout)).containsExactly("-1300", "1300");
    assertThat(florin.get("/v2/unmatched_transfers?limit=1").number("/data/0/amount"))
        .isEqualTo(1_300);
  }

  @Test
  void a_debit_that_came_before_its_negative_payout_is_matched_once_the_payout_is_reported() {
    String entry = book(new Line(-1_900, false, name(), "", "PAY-501", ""));
    String other = book(new Line(-1_900, false, name(), "", "PAY-502", ""));
    assertThat(florin.get("/v2/bank_entries/" + entry).text("/status")).isEqualTo("other");

    String payout = report(-1_900, "PAY-501");

    awaitStatus(payout, "arrived");
    assertThat(moneyOf(payout)).containsExactly("-1900");
    Reply matched = florin.get("/v2/bank_entries/" + entry);
    assertThat(matched.text("/status")).isEqualTo("matched");
    assertThat(matched.text("/matches/0/payout")).isEqualTo(payout);
    assertThat(florin.get("/v2/bank_entries/" + other).text("/status")).isEqualTo("other");

    Reply undone = unassign(entry);

    assertThat(undone.text("/status")).as(undone.body()).isEqualTo("other");
    assertThat(undone.body()).contains("\"matches\":[]");
    awaitStatus(payout, "in_transit");
    awaitLook();
    assertThat(moneyOf(payout)).as("not taken again").containsExactly("-1900", "1900");
  }

  @Test
  void an_entry_of_no_payout_stays_as_it_is() {
    String entry = book(Line.written(77, name(), "no idea"));

    Reply refused = unassign(entry);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payout_unexpected_state");
    assertThat(unassign("bent_01m8gr3151f1gbftabq6rnsd6y").status()).isEqualTo(404);
    assertThat(florin.get("/v2/bank_entries/" + entry).text("/status")).isEqualTo("unmatched");
  }
}
