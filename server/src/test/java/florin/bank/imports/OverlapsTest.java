package florin.bank.imports;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.Reply;
import florin.testing.SwiftText;
import florin.testing.SwiftText.Entry;
import florin.testing.TestApp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Overlapping statements from a bank whose entries have no reference. */
@TestInstance(Lifecycle.PER_CLASS)
class OverlapsTest {
  private TestApp florin;
  private BankShop shop;
  private String iban;

  /** Each test uses its own days and balances. */
  private LocalDate day = LocalDate.of(2026, 1, 1);

  private long balance;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    shop = new BankShop(florin);
    iban = shop.ask(1).iban();
    florin.update("UPDATE receiving_account SET statement_format = 'mt940'");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_or_doubled() {
    shop.awaitMatched();
    BankReconciliation.checkAtRest(florin.database());
    day = day.plusDays(10);
    balance += 1_000_000;
  }

  private Reply book(int number, long opening, Entry... entries) {
    Reply taken = shop.send(new SwiftText(number, iban, opening, List.of(entries)).file());
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    shop.awaitMatched();
    return florin.get("/v2/bank_statements/" + taken.text("/bank_statements/0/id"));
  }

  private Entry on(int days, long amount, String text) {
    return new Entry(day.plusDays(days), amount, text);
  }

  private List<String> statuses(Reply statement) {
    var statuses =
        new ArrayList<>(
            florin
                .get("/v2/bank_entries?bank_statement=" + statement.text("/id"))
                .texts("/data", "status"));
    java.util.Collections.reverse(statuses);
    return statuses;
  }

  private Reply possibleDuplicate() {
    return florin.get("/v2/unmatched_transfers?limit=1");
  }

  @Test
  void a_payment_in_two_overlapping_exports_is_counted_once() {
    Waiting payment = shop.ask(4000);
    Entry before = on(0, 100, "A");
    Entry paid = on(1, 4000, payment.reference());
    Entry after = on(2, 300, "B");
    book(0, balance, before, paid);

    Reply overlapping = book(0, balance + 100, paid, after);

    assertThat(statuses(overlapping)).containsExactly("duplicate", "unmatched");
    assertThat(overlapping.bool("/overlap")).isTrue();
    assertThat(overlapping.bool("/gap")).isFalse();
    assertThat(overlapping.number("/duplicates")).isEqualTo(1);
    assertThat(florin.get("/v2/customer_credits?payment=" + payment.id()).texts("/data", "id"))
        .isEmpty();
    Reply next = book(0, balance + 4400, on(3, 1, "C"));
    assertThat(next.bool("/gap")).isFalse();
    assertThat(next.bool("/overlap")).isFalse();
  }

  @Test
  void an_export_that_begins_with_the_same_balance_as_another_one_is_an_overlap() {
    Entry one = on(0, 100, "A");
    book(0, balance, one);

    Reply longer = book(0, balance, one, on(1, 200, "B"));

    assertThat(statuses(longer)).containsExactly("duplicate", "unmatched");
  }

  @Test
  void two_equal_bookings_are_two_in_each_statement() {
    Entry alike = on(0, 100, "A");
    book(0, balance, alike, alike);

    Reply longer = book(0, balance, alike, alike, alike);

    assertThat(statuses(longer)).containsExactly("duplicate", "duplicate", "unmatched");
  }

  @Test
  void a_following_statement_can_repeat_bookings_of_the_last_one() {
    Entry alike = on(0, 100, "A");
    book(0, balance, alike);

    Reply next = book(0, balance + 100, alike);
    Reply third = book(0, balance + 200, on(0, 7, "B"), alike);

    assertThat(statuses(next)).containsExactly("unmatched");
    assertThat(statuses(third)).containsExactly("unmatched", "unmatched");
    assertThat(third.bool("/overlap")).isFalse();
    assertThat(third.bool("/gap")).isFalse();
  }

  @Test
  void entries_in_another_order_are_known_too() {
    Entry one = on(1, 100, "A");
    Entry other = on(1, 200, "B");
    Entry later = on(1, 300, "C");
    book(0, balance, on(0, 5, "x"), one, later);

    Reply again = book(0, balance + 5, other, one, later);

    assertThat(statuses(again)).containsExactly("unmatched", "duplicate", "duplicate");
  }

  @Test
  void an_export_around_others_adds_their_missing_bookings() {
    Entry first = on(0, 100, "A");
    Entry second = on(1, 200, "B");
    Entry third = on(2, 300, "C");
    Entry fourth = on(3, 400, "D");
    book(0, balance, first);
    Reply late = book(0, balance + 600, fourth);

    Reply all = book(0, balance, first, second, third, fourth);

    assertThat(late.bool("/gap")).isTrue();
    assertThat(statuses(all)).containsExactly("duplicate", "unmatched", "unmatched", "duplicate");
    assertThat(florin.get("/v2/bank_statements/" + late.text("/id")).bool("/gap")).isFalse();
  }

  /** The balances allow both interpretations: a second booking, or the same one again. */
  @Test
  void an_ambiguous_entry_is_held_and_cannot_be_returned() {
    Entry alike = on(0, 100, "A");
    book(0, balance, alike);

    Reply apart = book(0, balance + 5000, alike);

    assertThat(statuses(apart)).containsExactly("unmatched");
    assertThat(possibleDuplicate().text("/data/0/reason")).isEqualTo("possible_duplicate");
    String receipt = possibleDuplicate().text("/data/0/id");
    Reply returned = florin.post("/v2/unmatched_transfers/" + receipt + "/return", "{}");
    assertThat(returned.text("/error/code")).isEqualTo("unapplied_funds_unexpected_state");
    Reply dismissed = florin.post("/v2/unmatched_transfers/" + receipt + "/dismiss", "{}");
    assertThat(dismissed.text("/status")).as(dismissed.body()).isEqualTo("closed");
    assertThat(statuses(apart)).containsExactly("duplicate");
    assertThat(
            florin
                .post("/v2/unmatched_transfers/" + receipt + "/dismiss", "{}")
                .text("/error/code"))
        .isEqualTo("unapplied_funds_unexpected_state");
  }

  /**
   * Only one of the two transfers may be real. If one entry were assigned and the other one
   * returned, the merchant would lose the money.
   */
  @Test
  void money_is_not_returned_while_an_equal_entry_is_ambiguous() {
    Entry alike = on(0, 117, "A");
    book(0, balance, alike);
    String first = possibleDuplicate().text("/data/0/id");
    book(0, balance + 5000, alike);
    String second = possibleDuplicate().text("/data/0/id");
    String payer =
        "{\"bank_account\": {\"iban\": \"FR1420041010050500013M02606\", \"holder\": \"Jo\"}}";

    Reply early = florin.post("/v2/unmatched_transfers/" + first + "/return", payer);
    florin.post("/v2/unmatched_transfers/" + second + "/dismiss", "{}");
    Reply late = florin.post("/v2/unmatched_transfers/" + first + "/return", payer);

    assertThat(early.text("/error/code"))
        .as(early.body())
        .isEqualTo("unapplied_funds_unexpected_state");
    assertThat(late.text("/status")).as(late.body()).isEqualTo("returning");
  }

  @Test
  void ambiguous_money_can_be_assigned_but_never_pays_automatically() {
    Waiting payment = shop.ask(100);
    Waiting other = shop.ask(100);
    book(0, balance, on(0, 100, payment.reference()));

    book(0, balance + 5000, on(0, 100, payment.reference()));

    String receipt = possibleDuplicate().text("/data/0/id");
    assertThat(possibleDuplicate().text("/data/0/reason")).isEqualTo("possible_duplicate");
    Reply assigned =
        florin.post(
            "/v2/unmatched_transfers/" + receipt + "/assign",
            "{\"payment\": \"" + other.id() + "\"}");
    assertThat(assigned.text("/status")).as(assigned.body()).isEqualTo("closed");
    assertThat(shop.payment(other).text("/status")).isEqualTo("succeeded");
  }

  /** Comparing each statement with every other one would take hours for thousands of statements. */
  @Test
  void a_day_in_too_many_statements_is_not_compared_and_its_equal_entries_are_ambiguous() {
    chain(OverlapStore.MAX_STATEMENTS_A_DAY);
    assertThat(ambiguous()).containsExactly("false 50");

    day = day.plusDays(1);
    chain(OverlapStore.MAX_STATEMENTS_A_DAY + 1);

    assertThat(ambiguous()).containsExactly("false 1", "true 50");
  }

  /** Sends consecutive statements, each with one entry of the same amount and text. */
  private void chain(int count) {
    var file = new StringBuilder();
    for (int i = 0; i < count; i++) {
      file.append(new SwiftText(0, iban, balance + i, List.of(on(0, 1, "A"))).file());
    }
    assertThat(shop.send(file.toString()).status()).isEqualTo(200);
  }

  private List<String> ambiguous() {
    return florin.query(
        "SELECT concat(possible_duplicate::text, ' ', count(*)) FROM bank_entry WHERE booked_on = ?::date GROUP BY possible_duplicate ORDER BY 1",
        day.toString());
  }

  /** A debit that may be a duplicate changes no payment. */
  @Test
  void an_ambiguous_debit_is_of_the_kind_other() {
    book(0, balance, on(0, -100, "A"));

    Reply apart = book(0, balance + 5000, on(0, -100, "A"));

    assertThat(statuses(apart)).containsExactly("other");
    assertThat(
            florin
                .get("/v2/bank_entries?bank_statement=" + apart.text("/id"))
                .bool("/data/0/possible_duplicate"))
        .isTrue();
  }

  /**
   * If an account is emptied every evening, its balance is the same at the start and end of each
   * day.
   */
  @Test
  void numbers_distinguish_statements_of_an_account_that_is_emptied_daily() {
    Entry in = on(0, 100, "A");
    Entry out = on(0, -100, "SWEEP");
    book(7, balance, in, out);

    Reply next = book(8, balance, in, out);
    Reply unnumbered = book(0, balance, in, out, in, out);

    assertThat(statuses(next)).containsExactly("unmatched", "other");
    assertThat(statuses(unnumbered)).containsExactly("unmatched", "other", "unmatched", "other");
    assertThat(possibleDuplicate().text("/data/0/reason")).isEqualTo("possible_duplicate");
  }

  /** A bank may change the text of an entry later. */
  @Test
  void an_entry_that_differs_only_in_text_is_held_if_one_has_all_of_the_other() {
    book(0, balance, on(0, 100, "A"), on(1, 5, "x"));

    Reply again = book(0, balance, on(0, 100, "A of 1 January"), on(1, 5, "x"), on(2, 7, "y"));

    assertThat(statuses(again)).containsExactly("unmatched", "duplicate", "unmatched");
    assertThat(florin.get("/v2/unmatched_transfers?limit=2").texts("/data", "reason"))
        .containsExactly("no_reference", "possible_duplicate");
  }

  /** Otherwise one old entry would make Florin sort all statements of the account again. */
  @Test
  void a_statement_does_not_change_the_order_of_much_older_ones() {
    LocalDate longAgo = day.minusYears(10);
    Entry old = new Entry(longAgo, 119, "A");
    book(0, balance, old);
    String place =
        "SELECT place::text FROM bank_statement WHERE stated_on = '%s'".formatted(longAgo);
    florin.update(
        "UPDATE bank_statement SET place = 7 WHERE stated_on = ?::date", longAgo.toString());

    Reply recent =
        book(
            0,
            balance,
            old,
            new Entry(longAgo.plusDays(StatementPlaceStore.MAX_DAYS_BACK), 1, "B"));
    assertThat(recent.bool("/overlap")).isTrue();
    assertThat(florin.query(place)).containsExactly("0");

    florin.update(
        "UPDATE bank_statement SET place = 7 WHERE stated_on = ?::date", longAgo.toString());
    Reply later =
        book(
            0,
            balance,
            old,
            new Entry(longAgo.plusDays(StatementPlaceStore.MAX_DAYS_BACK + 1), 2, "C"));
    assertThat(later.bool("/overlap")).isTrue();
    assertThat(florin.query(place)).containsExactly("7");
  }

  @Test
  void a_gap_within_a_day_closes_when_the_missing_statement_arrives() {
    Reply first = book(31, balance, on(0, 100, "A"));
    Reply third = book(33, balance + 300, on(0, 300, "C"));
    Reply second = book(32, balance + 100, on(0, 200, "B"));

    assertThat(third.bool("/gap")).isTrue();
    assertThat(second.bool("/gap")).isFalse();
    assertThat(florin.get("/v2/bank_statements/" + third.text("/id")).bool("/gap")).isFalse();
    assertThat(first.text("/stated_on")).isEqualTo(day.toString());
    assertThat(book(34, balance + 600, on(1, 1, "D")).bool("/gap")).isFalse();
  }
}
