package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of card schemes on attempts with a declined card. */
class RetryGuardTest {
  private static final String VISA = "4000000000851008";
  private static final String VISA_OFF_SESSION = "4000000000851016";
  private static final String VISA_NEVER = "4000000000851024";
  private static final String MASTERCARD = "5100000000851103";
  private static final String OTHER = "4000000000009995";
  private static final int AT_ONCE = 30;

  /** Moves all attempts into the past, because their ids are their times. */
  private static final String SHIFT =
      """
      UPDATE card_retry
         SET tries = ARRAY(
               SELECT (lpad(to_hex(('x' || left(hex, 12))::bit(48)::bigint - ?), 12, '0') || substr(hex, 13))::uuid
                 FROM unnest(tries) t
                CROSS JOIN LATERAL replace(t::text, '-', '') hex)
      """;

  private static final long DAY_MS = 86_400_000;

  private TestApp florin;

  @BeforeEach
  void open() {
    florin = TestApp.open();
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void of_parallel_repeats_on_two_nodes_exactly_the_allowed_number_reach_the_network()
      throws Exception {
    assertThat(left(pay(VISA, 900))).isEqualTo(19);
    try (TestApp second = florin.openAnotherNode();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Reply>> repeats =
          IntStream.range(0, AT_ONCE)
              .<Callable<Reply>>mapToObj(i -> () -> pay(i % 2 == 0 ? florin : second, VISA, 900))
              .toList();
      List<Reply> replies = threads.invokeAll(repeats).stream().map(Future::resultNow).toList();

      assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(402));
      assertThat(replies.stream().filter(RetryGuardTest::isRefused)).hasSize(AT_ONCE - 19);
    }
    assertThat(florin.book()).as("authorizations at the network").hasSize(20);
    assertThat(florin.query("SELECT id FROM payment")).as("payments").hasSize(20);
    assertThat(florin.query("SELECT id FROM attempt")).hasSize(20);

    assertThat(left(pay(VISA, 901))).as("of another amount").isEqualTo(19);
    florin.abandon();
    florin = florin.reopen();
    Reply refused = pay(VISA, 900);
    assertRefused(refused);
    assertThat(refused.number("/error/retry/not_before"))
        .isGreaterThan(System.currentTimeMillis() / 1000 + 29 * DAY_MS / 1000);
  }

  @Test
  void a_refused_attempt_creates_nothing_and_leaves_its_idempotency_key_free() {
    Reply declined = pay(VISA_NEVER, 900);
    assertThat(declined.text("/error/code")).isEqualTo("card_declined");
    assertThat(declined.bool("/error/retry/allowed")).isFalse();
    assertThat(declined.has("/error/retry/not_before")).as("never").isFalse();
    String shown = florin.get("/v2/payments/" + declined.text("/error/payment")).body();
    assertThat(shown)
        .contains("\"retry\":{\"allowed\":false,\"not_before\":null,\"attempts_left\":0}");

    Reply refused = florin.post("/v2/payments", TestApp.payment(1234, VISA_NEVER), "order-1");
    assertRefused(refused);
    assertThat(refused.has("/error/retry/not_before")).isFalse();
    assertThat(refused.has("/error/payment")).isFalse();
    assertThat(florin.query("SELECT id FROM payment")).hasSize(1);
    assertThat(florin.query("SELECT id FROM payment_method")).hasSize(1);
    assertThat(florin.query("SELECT id FROM event WHERE type <> 'payment.failed'")).isEmpty();
    assertThat(florin.post("/v2/payments", TestApp.payment(1234, OTHER), "order-1").status())
        .isEqualTo(402);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5100000000851111", "5100000000851129"})
  void mastercards_advice_codes_03_and_21_forbid_every_further_attempt(String number) {
    Reply declined = pay(number, 900);
    assertThat(declined.text("/error/advice")).isEqualTo("do_not_try_again");

    assertRefused(pay(number, 5));
  }

  @Test
  void mastercard_allows_10_attempts_in_24_hours_and_35_in_30_days() {
    for (int day = 0; day < 4; day++) {
      int allowed = day < 3 ? 10 : 5;
      for (int i = 1; i <= allowed; i++) {
        assertThat(left(pay(MASTERCARD, 100 + i))).isEqualTo(allowed - i);
      }
      assertRefused(pay(MASTERCARD, 900));
      shift(DAY_MS + 1000);
    }
    assertRefused(pay(MASTERCARD, 900));
    shift(27 * DAY_MS);
    assertThat(left(pay(MASTERCARD, 900))).as("after 30 days").isEqualTo(9);
  }

  @Test
  void visa_counts_charges_without_the_payer_apart() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String method = save(VISA_OFF_SESSION, customer);
    for (int i = 0; i < 20; i++) {
      assertThat(left(charge(method))).isEqualTo(19 - i);
    }
    assertRefused(charge(method));

    assertThat(pay(VISA_OFF_SESSION, 900).status()).as("with the payer").isEqualTo(200);
  }

  @Test
  void a_payment_that_was_approved_gives_its_attempt_back() {
    for (int i = 0; i < 19; i++) {
      pay(VISA, 900);
    }
    // The next attempt is approved: the last that the scheme allows.
    String approved = pay(VISA, 900).text("/error/payment");
    assertRefused(pay(VISA, 900));
    florin.update(
        """
        UPDATE payment
           SET status = 'succeeded', failure_code = NULL, failure_decline_code = NULL, amount_captured = amount,
               captured_at = now()
         WHERE id = (SELECT id FROM payment ORDER BY id DESC LIMIT 1)
        """);
    assertThat(florin.get("/v2/payments/" + approved).text("/status")).isEqualTo("succeeded");

    assertThat(left(pay(VISA, 900))).isZero();
    assertRefused(pay(VISA, 900));
  }

  @Test
  void usual_test_cards_can_be_repeated_at_will() {
    for (int i = 0; i < 25; i++) {
      Reply declined = pay(OTHER, 900);
      assertThat(declined.text("/error/code")).isEqualTo("card_declined");
      assertThat(declined.has("/error/retry")).isFalse();
    }
  }

  @Test
  void a_repeated_request_returns_the_stored_decline_with_its_attempts_left() {
    Reply first = florin.post("/v2/payments", TestApp.payment(900, VISA), "order-1");
    pay(VISA, 900);
    Reply again = florin.post("/v2/payments", TestApp.payment(900, VISA), "order-1");

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(left(first)).isEqualTo(19);
  }

  private void shift(long ms) {
    florin.update(SHIFT, ms);
  }

  private String save(String number, String customer) {
    Reply paid =
        florin.post(
            "/v2/payments",
            TestApp.payment(500, number)
                .replaceFirst(
                    "\\{",
                    "{\"customer\": \"%s\", \"save_payment_method\": true, \"mandate\": {\"text\": \"I agree.\"}, "
                        .formatted(customer)));
    assertThat(paid.status()).as(paid.body()).isEqualTo(200);
    return paid.text("/payment_method/id");
  }

  private Reply charge(String method) {
    return florin.post(
        "/v2/payments",
        """
        {"amount": 900, "currency": "usd", "off_session": true, "reason": "recurring", "payment_method": "%s"}
        """
            .formatted(method));
  }

  private Reply pay(String number, long amount) {
    return pay(florin, number, amount);
  }

  private static Reply pay(TestApp node, String number, long amount) {
    return node.post("/v2/payments", TestApp.payment(amount, number));
  }

  private static long left(Reply declined) {
    assertThat(declined.text("/error/code")).as(declined.body()).isEqualTo("card_declined");
    return declined.number("/error/retry/attempts_left");
  }

  private static boolean isRefused(Reply reply) {
    return reply.text("/error/code").equals("retry_not_allowed");
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(402);
    assertThat(reply.text("/error/code")).isEqualTo("retry_not_allowed");
    assertThat(reply.number("/error/retry/attempts_left")).isZero();
  }
}
