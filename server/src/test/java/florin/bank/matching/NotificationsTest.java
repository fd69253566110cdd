package florin.bank.matching;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.BankNoticeText;
import florin.testing.BankNoticeText.Part;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * A statement (camt.053) with one entry for many transfers, and the notification (camt.054) with
 * their references. In either order, Florin matches the money once, by its references.
 */
@TestInstance(Lifecycle.PER_CLASS)
class NotificationsTest {
  private TestApp florin;
  private BankShop shop;
  private Waiting one;
  private Waiting other;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    shop = new BankShop(florin);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @BeforeEach
  void two_payments_wait() {
    one = shop.ask(100);
    other = shop.ask(200);
  }

  @AfterEach
  void nothing_is_lost_or_doubled() {
    shop.awaitMatched();
    BankReconciliation.checkAtRest(florin.database());
  }

  private Reply tell(String id, String entry, long total, Part... parts) {
    Reply told = shop.send(new BankNoticeText(id, one.iban(), entry, total, List.of(parts)).xml());
    shop.awaitMatched();
    return told;
  }

  private Reply tellBoth(String id, String entry) {
    return tell(id, entry, 300, new Part(100, one.reference()), new Part(200, other.reference()));
  }

  private Reply book(String entry, long amount) {
    Reply taken = shop.book(one.iban(), Line.written(amount, entry, ""));
    shop.awaitMatched();
    return taken;
  }

  private List<String> statuses() {
    return List.of(shop.payment(one).text("/status"), shop.payment(other).text("/status"));
  }

  /** Returns the newest unmatched transfer. */
  private Reply receipt() {
    return florin.get("/v2/unmatched_transfers?limit=1");
  }

  private long receipts() {
    return Long.parseLong(
        florin.query("SELECT count(*) FROM unapplied_funds WHERE kind = 'unmatched'").getFirst());
  }

  private Reply statement(Reply taken) {
    return florin.get("/v2/bank_statements/" + taken.text("/bank_statements/0/id"));
  }

  @Test
  void the_notification_arrives_first() {
    long before = receipts();

    Reply told = tellBoth("N-1", "E1");
    List<String> paid = statuses();
    Reply booked = book("E1", 300);

    assertThat(told.status()).as(told.body()).isEqualTo(200);
    assertThat(paid).containsExactly("succeeded", "succeeded");
    assertThat(statement(booked).number("/duplicates")).isEqualTo(1);
    assertThat(receipts()).isEqualTo(before);
  }

  @Test
  void the_statement_arrives_first_and_held_entries_are_replaced() {
    Reply booked = book("E2", 300);
    String receipt = receipt().text("/data/0/id");
    List<String> waiting = statuses();

    Reply told = tellBoth("N-2", "E2");

    assertThat(waiting).containsExactly("requires_action", "requires_action");
    assertThat(statuses()).containsExactly("succeeded", "succeeded");
    assertThat(florin.get("/v2/unmatched_transfers/" + receipt).text("/status"))
        .isEqualTo("closed");
    assertThat(statement(booked).number("/duplicates")).isEqualTo(1);
    assertThat(statement(told).number("/duplicates")).isZero();
    assertThat(florin.get("/v2/events?object_id=" + receipt).texts("/data", "type"))
        .containsExactly("unmatched_transfer.updated", "unmatched_transfer.created");
  }

  @Test
  void one_transfer_that_the_statement_names_no_reference_of_is_found_by_the_notification() {
    book("E3", 100);

    tell("N-3", "E3", 100, new Part(100, one.reference()));

    assertThat(shop.payment(one).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void repetitions_in_any_order_change_nothing() {
    book("E4", 300);
    tellBoth("N-4", "E4");
    long before = receipts();

    Reply again = tellBoth("N-4-again", "E4");
    Reply known = tellBoth("N-4", "E4");
    Reply booked = book("E4", 300);

    assertThat(again.number("/bank_statements/0/duplicates")).isEqualTo(2);
    assertThat(known.bool("/already_known")).isTrue();
    assertThat(statement(booked).number("/duplicates")).isEqualTo(1);
    assertThat(receipts()).isEqualTo(before);
    assertThat(florin.get("/v2/customer_credits?payment=" + one.id()).texts("/data", "id"))
        .isEmpty();
  }

  @Test
  void a_notification_with_another_amount_than_the_statement_is_rejected() {
    book("E5", 299);

    Reply told = tellBoth("N-5", "E5");

    assertThat(told.status()).isEqualTo(400);
    assertThat(told.text("/error/message")).contains("a different amount", "nothing was imported");
    assertThat(statuses()).containsExactly("requires_action", "requires_action");
  }

  @Test
  void a_statement_of_another_amount_than_the_notification_s_is_held_for_a_person() {
    tellBoth("N-6", "E6");

    shop.book(one.iban(), Line.credit(299, "E6", one.reference()));
    shop.awaitMatched();

    assertThat(receipt().text("/data/0/reason")).isEqualTo("amount_differs");
    assertThat(receipt().number("/data/0/amount")).isEqualTo(299);
    assertThat(florin.get("/v2/customer_credits?payment=" + one.id()).texts("/data", "id"))
        .isEmpty();
  }

  @Test
  void an_assignment_by_a_person_is_kept() {
    book("E7", 300);
    String receipt = receipt().text("/data/0/id");
    Reply assigned =
        florin.post(
            "/v2/unmatched_transfers/" + receipt + "/assign",
            "{\"payment\": \"" + one.id() + "\"}");

    Reply told = tellBoth("N-7", "E7");

    assertThat(assigned.number("/amount_remaining")).as(assigned.body()).isEqualTo(200);
    assertThat(statuses()).containsExactly("succeeded", "requires_action");
    assertThat(statement(told).number("/duplicates")).isEqualTo(2);
    assertThat(florin.get("/v2/unmatched_transfers/" + receipt).number("/amount_remaining"))
        .isEqualTo(200);
  }

  @Test
  void a_return_by_a_person_is_kept() {
    book("E12", 300);
    String receipt = receipt().text("/data/0/id");
    Reply returning = florin.post("/v2/unmatched_transfers/" + receipt + "/return", "{}");

    Reply told = tellBoth("N-12", "E12");

    assertThat(returning.text("/status")).as(returning.body()).isEqualTo("returning");
    assertThat(statuses()).containsExactly("requires_action", "requires_action");
    assertThat(statement(told).number("/duplicates")).isEqualTo(2);
    assertThat(florin.get("/v2/unmatched_transfers/" + receipt).text("/status"))
        .isEqualTo("returning");
  }

  @Test
  void shares_that_do_not_add_up_are_not_guessed() {
    tell("N-8", "E8", 300, new Part(100, one.reference()), new Part(150, ""));

    assertThat(statuses()).containsExactly("requires_action", "requires_action");
    assertThat(receipt().number("/data/0/amount")).isEqualTo(300);
    tell("N-9", "E9", 300, new Part(100, one.reference()));
    assertThat(statuses()).containsExactly("requires_action", "requires_action");
    assertThat(receipt().number("/data/0/amount")).isEqualTo(300);
  }

  @Test
  void two_entries_of_one_name_do_not_take_the_place_of_one() {
    book("E10", 100);
    String twice =
        new BankNoticeText("N-10", one.iban(), "E10", 100, List.of(new Part(100, one.reference())))
            .xml();
    String entry = twice.substring(twice.indexOf("<Ntry>"), twice.indexOf("</Ntfctn>"));

    shop.send(twice.replace(entry, entry + entry));
    shop.awaitMatched();

    assertThat(shop.payment(one).text("/status")).isEqualTo("requires_action");
    assertThat(receipt().number("/data/0/amount_remaining")).isEqualTo(100);
  }

  @Test
  void an_entry_without_a_bank_reference_is_not_booked_by_a_notification() {
    Reply told = tellBoth("N-11", "");

    assertThat(told.number("/bank_statements/0/entries")).isZero();
    assertThat(statuses()).containsExactly("requires_action", "requires_action");
  }
}
