package emulator.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import emulator.provider.Answer;
import emulator.provider.Fault;
import emulator.provider.Options;
import emulator.provider.Replies;
import emulator.stripe.Merchant.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client may rely on when it does not know what became of a request. */
class RepetitionTest {
  private final StripeEmulator stripe = start();
  private final Merchant merchant = new Merchant(stripe);

  private static StripeEmulator start() {
    try {
      return StripeEmulator.start(Options.ofTests());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    stripe.close();
  }

  @Test
  void a_request_with_a_key_is_executed_once_and_its_response_replayed_byte_for_byte()
      throws IOException {
    Reply first = create("k", "order-1");
    Reply again = create("k", "order-1");

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.header("Original-Request")).isEqualTo(first.header("Request-Id"));
    assertThat(stripe.payers().sessions()).hasSize(1);
  }

  private Reply create(String key, String reference) throws IOException {
    return merchant.postWithKey(
        key, "/v1/checkout/sessions", Merchant.session("client_reference_id", reference));
  }

  @Test
  void a_key_with_other_parameters_or_another_path_is_an_error() throws IOException {
    create("k", "order-1");

    Reply other = create("k", "order-2");
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.at("/error/type")).isEqualTo("idempotency_error");
    Reply elsewhere = merchant.postWithKey("k", "/v1/refunds", "payment_intent", "pi_1");
    assertThat(elsewhere.at("/error/type")).isEqualTo("idempotency_error");
    assertThat(create("another", "order-2").status()).isEqualTo(200);
  }

  @Test
  void an_error_is_kept_only_after_the_execution_began() throws IOException {
    assertThat(create("k", "x".repeat(201)).status()).isEqualTo(400);
    assertThat(create("k", "order-1").status()).isEqualTo(200);

    String session = merchant.open();
    String expire = "/v1/checkout/sessions/" + session + "/expire";
    stripe.faults().next("expire$", Fault.ERROR_AFTER);
    assertThat(merchant.postWithKey("e", expire).status()).isEqualTo(500);
    assertThat(merchant.postWithKey("e", expire).status()).isEqualTo(500);
    assertThat(merchant.get("/v1/checkout/sessions/" + session).at("/status")).isEqualTo("expired");
  }

  @Test
  void a_key_in_use_returns_a_conflict() {
    var replies = new Replies(Instant::now, Duration.ofHours(1), Refusal::of);
    var key = new Replies.Key(false, "k");
    var asked = new Replies.Asked("POST /", "same");
    Answer done = Answer.page(200, "done");
    Supplier<Replies.Done> meanwhile =
        () -> {
          assertThatThrownBy(() -> replies.once(key, asked, Map.of(), this::never))
              .isInstanceOfSatisfying(
                  Refusal.class, refusal -> assertThat(refusal.answer().status()).isEqualTo(409));
          return new Replies.Done(done, true);
        };

    assertThat(replies.once(key, asked, Map.of("A", "1"), meanwhile)).isEqualTo(done);
    assertThat(replies.once(key, asked, Map.of("A", "2"), this::never).headers())
        .containsEntry("A", "1");
  }

  private Replies.Done never() {
    throw new AssertionError("it is executed a second time");
  }

  @Test
  void a_slow_response_arrives_eventually() throws IOException {
    stripe.faults().next("POST /v1/checkout/sessions", Fault.SLOW);

    assertThat(create("k", "order-1").status()).isEqualTo(200);
  }

  @Test
  void only_stripe_shows_whether_a_lost_request_was_executed() throws Exception {
    for (Fault fault : List.of(Fault.LOST_BEFORE, Fault.RESET_BEFORE)) {
      stripe.faults().next("POST", fault);
      assertThatThrownBy(() -> create(fault.name(), "never")).isInstanceOf(IOException.class);
    }
    assertThat(stripe.payers().sessions()).isEmpty();

    for (Fault fault : List.of(Fault.LOST_AFTER, Fault.RESET_AFTER, Fault.CUT)) {
      stripe.faults().next("POST", fault);
      assertThatThrownBy(() -> create(fault.name(), "executed")).isInstanceOf(IOException.class);
      assertThat(create(fault.name(), "executed").header("Idempotent-Replayed")).isEqualTo("true");
    }
    assertThat(stripe.payers().sessions()).hasSize(3);

    stripe.faults().next("POST", Fault.LATE);
    assertThatThrownBy(() -> create("late", "late")).isInstanceOf(IOException.class);
    await().until(() -> stripe.payers().sessions().size() == 4);
  }

  @Test
  void a_temporarily_rejected_request_is_not_executed_and_can_be_sent_again() throws IOException {
    for (Fault fault : List.of(Fault.CONFLICT, Fault.TOO_MANY, Fault.ERROR_BEFORE)) {
      stripe.faults().next("POST", fault);
      int status = create(fault.name(), "order-1").status();
      assertThat(status).isIn(409, 429, 500);
    }
    assertThat(stripe.payers().sessions()).isEmpty();
    assertThat(create("TOO_MANY", "order-1").status()).isEqualTo(200);
  }

  @Test
  void a_duplicated_request_without_a_key_charges_twice_and_the_ledger_reports_it()
      throws IOException {
    stripe.faults().next("POST", Fault.TWICE);
    create("k", "with a key");
    assertThat(stripe.payers().sessions()).hasSize(1);

    stripe.faults().next("POST", Fault.TWICE);
    merchant.open("client_reference_id", "without");
    List<Payers.Visit> doubled = stripe.payers().sessions().subList(1, 3);
    doubled.forEach(visit -> stripe.payers().pay(visit.session(), Card.VISA));

    assertThat(stripe.book().faults()).singleElement().asString().contains("charged twice");
  }
}
