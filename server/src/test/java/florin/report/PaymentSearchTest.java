package florin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Bounds;
import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.IdTime;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Finds payments by the search terms that a person has at hand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentSearchTest {
  private static final PaymentFilter ALL = filter(Optional.empty());
  private static final String VISA = "4242424242424242";
  private static final String DECLINED = "4000000000009995";

  private TestApp app;
  private String customer;
  private String ofCustomer;
  private String withReceipt;
  private String withBoth;
  private String declined;
  private String yen;

  private static PaymentFilter filter(Optional<Status> status) {
    return new PaymentFilter(
        Optional.empty(),
        status,
        Optional.empty(),
        Optional.empty(),
        Bounds.NONE,
        new IdTime.Span(Optional.empty(), Optional.empty()),
        Map.of());
  }

  @BeforeAll
  void open() {
    app = TestApp.open();
    customer = app.post("/v2/customers", "{\"email\": \"ada@example.com\"}").text("/id");
    ofCustomer = pay(1234, "usd", VISA, "\"customer\": \"%s\"".formatted(customer));
    withReceipt = pay(4242_00, "usd", "5555555555554444", "\"receipt_email\": \"Ada@Example.com\"");
    withBoth =
        pay(
            500,
            "eur",
            VISA,
            "\"customer\": \"%s\", \"receipt_email\": \"ada@example.com\", \"metadata\": {\"order\": \"17\"}"
                .formatted(customer));
    declined = pay(1234, "usd", DECLINED, "\"receipt_email\": \"bob@example.com\"");
    yen = pay(1234, "jpy", VISA, "\"metadata\": {\"order\": \"18\"}");
    awaitFollowed();
  }

  @AfterAll
  void close() {
    app.close();
  }

  @Test
  void nothing_typed_finds_all_newest_first() {
    assertThat(found("")).containsExactly(yen, declined, withBoth, withReceipt, ofCustomer);
  }

  @Test
  void by_the_ids_of_the_payment_its_refund_and_its_customer() {
    String refund =
        app.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 100}".formatted(withBoth))
            .text("/id");

    assertThat(found(declined)).containsExactly(declined);
    assertThat(found(refund)).containsExactly(withBoth);
    assertThat(found(customer)).containsExactly(withBoth, ofCustomer);
    assertThat(found(new PaymentId(new UUID(0x1890a5dac96774bL, -1)).text())).isEmpty();
  }

  @Test
  void by_the_customer_s_address_or_the_receipt_s_in_any_case() {
    assertThat(found("ada@example.com")).containsExactly(withBoth, withReceipt, ofCustomer);
    assertThat(found("ADA@example.com")).containsExactly(withBoth, withReceipt, ofCustomer);
    assertThat(found("bob@example.com")).containsExactly(declined);
    assertThat(found("eve@example.com")).isEmpty();
  }

  @Test
  void by_four_digits_of_the_card_or_as_an_amount() {
    assertThat(found("4242")).containsExactly(yen, withBoth, withReceipt, ofCustomer);
    assertThat(found("4444")).containsExactly(withReceipt);
  }

  @Test
  void by_an_amount_in_the_decimals_of_its_currency() {
    assertThat(found("12.34")).containsExactly(declined, ofCustomer);
    assertThat(found("12.34 usd")).containsExactly(declined, ofCustomer);
    assertThat(found("12.34 eur")).isEmpty();
    assertThat(found("1234")).containsExactly(yen);
  }

  @Test
  void every_part_of_a_combined_text_must_match() {
    assertThat(found("4242 12.34")).containsExactly(ofCustomer);
    assertThat(found("12,34 4242")).containsExactly(ofCustomer);
    assertThat(found("4242 5 eur")).containsExactly(withBoth);
    assertThat(found("ada@example.com 4242")).containsExactly(withBoth, withReceipt, ofCustomer);
    assertThat(found("12.34 ada@example.com 4242")).containsExactly(ofCustomer);
    assertThat(found("17 5.00")).containsExactly(withBoth);
    assertThat(found("4444 12.34")).isEmpty();
    assertThat(found("bob@example.com 4242")).isEmpty();
  }

  @Test
  void by_metadata() {
    assertThat(found("order:17")).containsExactly(withBoth);
    assertThat(found("order:19")).isEmpty();
  }

  @Test
  void a_text_of_another_kind_finds_nothing() {
    assertThat(found("Lovelace")).isEmpty();
  }

  @Test
  void a_filter_must_match_as_well() {
    assertThat(ids(list("12.34", filter(Optional.of(Status.FAILED)), forwards(10))))
        .containsExactly(declined);
  }

  @Test
  void another_realm_s_payments_are_not_found() {
    Realm live = Realm.of(1, Mode.LIVE);
    for (String typed : List.of("", declined, customer, "ada@example.com", "4242", "order:17")) {
      assertThat(
              app.app()
                  .report()
                  .search
                  .list(live, SearchTerm.parse(typed), ALL, forwards(10))
                  .data())
          .as(typed)
          .isEmpty();
    }
  }

  @Test
  void a_changed_address_is_found_in_its_current_form() {
    String payment = pay(900, "usd", VISA, "\"receipt_email\": \"first@example.com\"");
    app.post("/v2/payments/" + payment, "{\"receipt_email\": \"second@example.com\"}");
    awaitFollowed();
    assertThat(all("first@example.com")).isEmpty();
    assertThat(all("second@example.com")).containsExactly(payment);

    app.post("/v2/payments/" + payment, "{\"receipt_email\": null}");
    awaitFollowed();
    assertThat(all("second@example.com")).isEmpty();
  }

  /** The search merges three lists. No payment is skipped or duplicated in either direction. */
  @Test
  void pages_of_an_ambiguous_term_are_merged() {
    var forward = new ArrayList<String>();
    Optional<UUID> after = Optional.empty();
    Page<Payment> page;
    do {
      page = list("ada@example.com", ALL, new PageRequest(1, after, Optional.empty()));
      forward.addAll(ids(page));
      after = Optional.of(uuid(forward.getLast()));
    } while (page.hasMore());

    assertThat(forward).containsExactly(withBoth, withReceipt, ofCustomer);

    Page<Payment> back =
        list(
            "ada@example.com",
            ALL,
            new PageRequest(1, Optional.empty(), Optional.of(uuid(ofCustomer))));
    assertThat(ids(back)).containsExactly(withReceipt);
    assertThat(back.hasMore()).isTrue();
    Page<Payment> first =
        list(
            "ada@example.com",
            ALL,
            new PageRequest(2, Optional.empty(), Optional.of(uuid(ofCustomer))));
    assertThat(ids(first)).containsExactly(withBoth, withReceipt);
    assertThat(first.hasMore()).isFalse();
  }

  private String pay(int amount, String currency, String number, String more) {
    return app.post(
            "/v2/payments",
            """
            {"amount": %d, "currency": "%s", %s, "payment_method": {"type": "card", "card":
              {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
            """
                .formatted(amount, currency, more, number))
        .payment();
  }

  private List<String> found(String typed) {
    return all(typed).stream().filter(this::isOfBeginning).toList();
  }

  private List<String> all(String typed) {
    return ids(list(typed, ALL, forwards(10)));
  }

  /** Returns whether this is one of the initial payments: other tests of this class create more. */
  private boolean isOfBeginning(String payment) {
    return List.of(ofCustomer, withReceipt, withBoth, declined, yen).contains(payment);
  }

  private Page<Payment> list(String typed, PaymentFilter filter, PageRequest page) {
    return app.app().report().search.list(app.realm(), SearchTerm.parse(typed), filter, page);
  }

  private static List<String> ids(Page<Payment> page) {
    return page.data().stream().map(Payment::id).map(Id::text).toList();
  }

  private static PageRequest forwards(int limit) {
    return new PageRequest(limit, Optional.empty(), Optional.empty());
  }

  private static UUID uuid(String payment) {
    return PaymentId.KIND.parse(payment).orElseThrow().uuid();
  }

  private void awaitFollowed() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> app.app().report().figures.behindSince().isEmpty());
  }
}
