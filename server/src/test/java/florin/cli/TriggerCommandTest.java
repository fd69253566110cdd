package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.event.EventType;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** `./florin trigger` with a running service. */
class TriggerCommandTest {
  private static TestApp florin;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
  }

  @AfterAll
  static void close() {
    florin.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = EventType.class,
      names = {
        "PAYMENT_DISPUTED",
        "BRAKE_ENGAGED",
        "BRAKE_RELEASED",
        "PAYOUT_DIFFERS",
        "PAYOUT_FAILED"
      },
      mode = Mode.EXCLUDE)
  void every_event_type_of_the_simulator_can_be_triggered(EventType type) {
    Ran ran = run(type.text());

    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    String[] last = ran.out().strip().lines().toList().getLast().split("  ");
    assertThat(last[0]).isEqualTo(type.text());
    assertThat(florin.get("/v2/events/" + last[1]).text("/type")).isEqualTo(type.text());
    assertThat(last[2]).isEqualTo("about " + objectOf(last[1]));
  }

  @ParameterizedTest
  @CsvSource({
    "bank_transfer.exact, payment.succeeded",
    "bank_transfer.short, payment.updated",
    "bank_transfer.split, payment.succeeded",
    "bank_transfer.over, customer_credit.created overpaid",
    "bank_transfer.doubled, customer_credit.created paid_already",
    "bank_transfer.late, customer_credit.created late",
    "bank_transfer.returned, refund.created bank_return",
    "bank_transfer.unreferenced, unmatched_transfer.created no_reference"
  })
  void every_action_of_a_payers_bank_can_be_triggered(String name, String event) {
    Ran ran = run(name);

    assertThat(ran.err()).isEmpty();
    String[] last = ran.out().strip().lines().toList().getLast().split("  ");
    String[] wanted = event.split(" ");
    assertThat(last[0]).isEqualTo(wanted[0]);
    Reply told = florin.get("/v2/events/" + last[1]);
    assertThat(told.text("/type")).isEqualTo(wanted[0]);
    assertThat(last[2]).isEqualTo("about " + told.text("/data/object/id"));
    if (wanted.length > 1) {
      assertThat(told.text("/data/object/reason")).isEqualTo(wanted[1]);
    }
  }

  @Test
  void the_simulated_bank_works_with_every_statement_format() {
    // The first use creates the receiving account.
    run("bank_transfer.exact");
    String account =
        "/v2/receiving_accounts/" + florin.get("/v2/receiving_accounts").text("/data/0/id");
    florin.post(account, "{\"statement_format\": \"mt940\"}");
    try {
      Ran ran = run("bank_transfer.exact");

      assertThat(ran.err()).isEmpty();
      assertThat(ran.code()).isZero();
    } finally {
      florin.post(account, "{\"statement_format\": \"camt.053\"}");
    }
  }

  @Test
  void it_prints_its_api_calls() {
    assertThat(run("payment.failed").out()).startsWith("POST /v2/payments → 402");
    assertThat(run("customer.deleted").out())
        .contains("POST /v2/customers → 200", "DELETE /v2/customers/cus_");
  }

  /** The events that no request causes. */
  private static final List<String> BY_PROVIDERS =
      List.of(
          "payment.disputed", "brake.engaged", "brake.released", "payout.differs", "payout.failed");

  @Test
  void the_list_has_every_event_type_of_the_simulator() {
    Ran ran = Cli.run("trigger", "--list");

    assertThat(ran.code()).isZero();
    assertThat(ran.out().lines())
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.of(EventType.values())
                        .map(EventType::text)
                        .filter(type -> !BY_PROVIDERS.contains(type)),
                    Stream.of(TransferTrigger.values()).map(it -> it.trigger().name()))
                .toList());
    assertThat(run("payment.disputed").err()).contains("Only a provider can cause");
    assertThat(run("brake.engaged").err()).contains("Only declined cards from browsers cause");
  }

  @Test
  void an_unknown_type_is_a_usage_error_that_suggests_the_nearest() {
    Ran ran = run("payment.suceeded");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .contains("Unknown event payment.suceeded. Did you mean payment.succeeded?", "--list");
    assertThat(run().code()).as("without an event type").isEqualTo(2);
  }

  @Test
  void without_a_response_it_gives_advice() {
    Ran ran =
        Cli.run(
            "trigger",
            "customer.created",
            "--url",
            "http://127.0.0.1:9",
            "--key",
            florin.secretKey());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("No service responds at http://127.0.0.1:9");
  }

  private static String objectOf(String event) {
    return florin.get("/v2/events/" + event).text("/data/object/id");
  }

  private static Ran run(String... words) {
    String[] asking = {
      "--url", "http://127.0.0.1:" + florin.app().port(), "--key", florin.secretKey()
    };
    return Cli.run(
        Stream.of(Stream.of("trigger"), Stream.of(words), Stream.of(asking))
            .flatMap(all -> all)
            .toArray(String[]::new));
  }
}
