package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import emulator.mollie.Merchant.Reply;
import emulator.provider.Answer;
import emulator.provider.Fault;
import emulator.provider.Options;
import emulator.provider.Replies;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The guarantees for a client that doesn't know the outcome of a request. */
class RepetitionTest {
  private final MollieEmulator mollie = start();
  private final Merchant merchant = new Merchant(mollie);

  private static MollieEmulator start() {
    try {
      return MollieEmulator.start(Options.ofTests());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    mollie.close();
  }

  private Reply create(String key, String description) throws IOException {
    return merchant.postWithKey(
        key, "/v2/payments", Merchant.order("\"description\":\"" + description + "\""));
  }

  @Test
  void a_request_with_a_key_is_executed_once_and_its_response_replayed_for_an_hour()
      throws IOException {
    Reply first = create("k", "Order 1");
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    Reply again = create("k", "Order 1");

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(mollie.payers().payments()).hasSize(1);

    mollie.advance(Duration.ofHours(1));
    assertThat(create("k", "Order 1").at("/id")).isNotEqualTo(first.at("/id"));
  }

  @Test
  void a_key_with_other_parameters_or_another_path_is_an_error() throws IOException {
    create("k", "Order 1");

    assertThat(create("k", "Order 2").status()).isEqualTo(400);
    assertThat(merchant.postWithKey("k", "/v2/customers", "{}").status()).isEqualTo(400);
    assertThat(create("another", "Order 2").status()).isEqualTo(201);
    assertThat(mollie.payers().payments()).hasSize(2);
  }

  @Test
  void a_response_is_kept_whatever_its_status() throws IOException {
    assertThat(merchant.postWithKey("k", "/v2/payments", "{}").status()).isEqualTo(422);
    Reply again = merchant.postWithKey("k", "/v2/payments", "{}");
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");

    mollie.faults().next("POST", Fault.ERROR_AFTER);
    assertThat(create("e", "Order 1").status()).isEqualTo(500);
    assertThat(create("e", "Order 1").status()).isEqualTo(500);
    assertThat(mollie.payers().payments()).hasSize(1);
  }

  @Test
  void a_key_in_use_returns_a_conflict() {
    var replies = new Replies(Instant::now, Duration.ofHours(1), Problem::of);
    var key = new Replies.Key(false, "k");
    var asked = new Replies.Asked("POST /", "same");
    Answer done = Answer.empty(202);
    Supplier<Replies.Done> meanwhile =
        () -> {
          assertThatThrownBy(() -> replies.once(key, asked, Map.of(), this::never))
              .isInstanceOfSatisfying(
                  Problem.class, problem -> assertThat(problem.answer().status()).isEqualTo(409));
          return new Replies.Done(done, true);
        };

    assertThat(replies.once(key, asked, Map.of(), meanwhile)).isEqualTo(done);
    assertThat(replies.once(key, asked, Map.of(), this::never).status()).isEqualTo(202);
  }

  private Replies.Done never() {
    throw new AssertionError("it is executed a second time");
  }

  @Test
  void a_slow_response_arrives_eventually() throws IOException {
    mollie.faults().next("POST /v2/payments", Fault.SLOW);

    assertThat(create("k", "Order 1").status()).isEqualTo(201);
  }

  @Test
  void only_mollie_shows_whether_a_lost_request_was_executed() throws Exception {
    for (Fault fault : List.of(Fault.LOST_BEFORE, Fault.RESET_BEFORE)) {
      mollie.faults().next("POST", fault);
      assertThatThrownBy(() -> create(fault.name(), "never")).isInstanceOf(IOException.class);
    }
    assertThat(mollie.payers().payments()).isEmpty();

    for (Fault fault : List.of(Fault.LOST_AFTER, Fault.RESET_AFTER, Fault.CUT)) {
      mollie.faults().next("POST", fault);
      assertThatThrownBy(() -> create(fault.name(), "executed")).isInstanceOf(IOException.class);
      assertThat(create(fault.name(), "executed").header("Idempotent-Replayed")).isEqualTo("true");
    }
    assertThat(mollie.payers().payments()).hasSize(3);

    mollie.faults().next("POST", Fault.LATE);
    assertThatThrownBy(() -> create("late", "late")).isInstanceOf(IOException.class);
    await().until(() -> !mollie.journal().about("late").isEmpty());
    assertThat(mollie.journal().about("late").getFirst().fault()).isEqualTo(Fault.LATE);
    assertThat(mollie.payers().payments()).hasSize(4);
  }

  @Test
  void a_temporarily_rejected_request_is_not_executed_and_can_be_sent_again() throws IOException {
    for (Map.Entry<Fault, Integer> fault :
        Map.of(
                Fault.CONFLICT, 409,
                Fault.TOO_MANY, 429,
                Fault.UNAVAILABLE, 503,
                Fault.ERROR_BEFORE, 500)
            .entrySet()) {
      mollie.faults().next("POST", fault.getKey());
      assertThat(create(fault.getKey().name(), "Order 1").status()).isEqualTo(fault.getValue());
    }
    assertThat(mollie.payers().payments()).isEmpty();
    assertThat(create("TOO_MANY", "Order 1").status()).isEqualTo(201);
  }

  @Test
  void a_closed_emulator_refuses_connections_until_it_is_reachable_again() throws IOException {
    create("k", "Order 1");
    mollie.setReachable(false);
    // This request can still use the connection that the emulator has ended.
    assertThatThrownBy(() -> create("k", "Order 1")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> create("k", "Order 1")).isInstanceOf(ConnectException.class);

    mollie.setReachable(true);
    assertThat(create("k", "Order 1").header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void a_duplicated_request_without_a_key_charges_twice_and_the_ledger_reports_it()
      throws IOException {
    mollie.faults().next("POST", Fault.TWICE);
    create("k", "with a key");
    assertThat(mollie.payers().payments()).hasSize(1);

    mollie.faults().next("POST", Fault.TWICE);
    merchant.open("\"metadata\":\"without a key\"");
    List<Payers.Visit> doubled = mollie.payers().payments().subList(1, 3);
    doubled.forEach(visit -> mollie.payers().pay(visit.payment()));

    assertThat(mollie.book().faults()).singleElement().asString().contains("charged twice");
  }
}
