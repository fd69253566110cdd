package florin.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.client.Florin;
import florin.client.FlorinException;
import florin.client.model.CardPaymentMethodData;
import florin.client.model.CreatePayment;
import florin.client.model.CreateRefund;
import florin.client.model.NewCard;
import florin.client.model.Payment;
import florin.client.model.PaymentStatus;
import florin.clients.FaultyProxy.CutResponse;
import florin.clients.FaultyProxy.Fault;
import florin.clients.FaultyProxy.LostResponse;
import florin.clients.FaultyProxy.NoResponse;
import florin.clients.FaultyProxy.Refused;
import florin.clients.FaultyProxy.Seen;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The client for Java against a connection with faults: nothing is done twice. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaSdkFaultsTest {
  private TestApp app;
  private FaultyProxy proxy;

  @BeforeAll
  void open() {
    app = TestApp.open();
    proxy = new FaultyProxy(app.app().port());
  }

  @AfterAll
  void close() {
    proxy.close();
    app.close();
  }

  static Stream<Fault> faults() {
    return Stream.of(
        new LostResponse(),
        new CutResponse(),
        new Refused(500, "api_error", "internal_error", null),
        new Refused(503, "api_error", "overloaded", "1"),
        new Refused(429, "rate_limit_error", "rate_limit", "1"),
        new Refused(409, "idempotency_error", "idempotency_key_in_use", "1"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void a_payment_and_its_refund_happen_once(Fault fault) {
    Florin florin = Florin.of(proxy.url(), app.secretKey());
    long payments = count("payment");
    long refunds = count("refund");

    proxy.next(fault, fault);
    Payment payment = florin.payments().create(payment());
    proxy.next(fault);
    florin.refunds().create(new CreateRefund(payment.id()).amount(100L));

    assertThat(count("payment") - payments).isEqualTo(1);
    assertThat(count("refund") - refunds).isEqualTo(1);
    assertThat(florin.payments().retrieve(payment.id()).amountRefunded()).isEqualTo(100);
  }

  @Test
  void a_payment_without_a_response_in_time_is_found_again_with_its_key() {
    Florin hurried =
        Florin.of(
            Florin.Settings.of(proxy.url(), app.secretKey())
                .timeout(Duration.ofSeconds(2))
                .retries(0, Duration.ofSeconds(90)));
    long before = count("payment");
    proxy.next(new NoResponse());

    var lost =
        catchThrowableOfType(
            FlorinException.NoResponse.class, () -> hurried.payments().create(payment()));
    Payment again =
        Florin.of(proxy.url(), app.secretKey())
            .payments()
            .create(payment().idempotencyKey(lost.idempotencyKey().orElseThrow()));

    assertThat(again.status()).isEqualTo(PaymentStatus.SUCCEEDED);
    assertThat(count("payment") - before).isEqualTo(1);
  }

  @Test
  void each_retry_has_the_same_key_and_each_call_another() {
    Florin florin = Florin.of(proxy.url(), app.secretKey());
    int from = proxy.seen().size();
    proxy.next(new LostResponse());
    florin.payments().create(payment());
    florin.payments().create(payment());
    var keys = proxy.seen().stream().skip(from).map(Seen::key).toList();
    assertThat(keys).hasSize(3).doesNotContainNull();
    assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
  }

  @Test
  void a_declined_card_is_an_error_with_the_payment_and_is_not_repeated() {
    Florin florin = Florin.of(proxy.url(), app.secretKey());
    int from = proxy.seen().size();
    var declined =
        catchThrowableOfType(
            FlorinException.Card.class,
            () ->
                florin
                    .payments()
                    .create(
                        new CreatePayment(
                            1000,
                            "usd",
                            new CardPaymentMethodData(new NewCard("4000000000000002", 12, 2040)))));
    assertThat(declined.problem().payment()).startsWith("pay_");
    assertThat(proxy.seen().size() - from).isEqualTo(1);
  }

  private long count(String table) {
    return Long.parseLong(app.query("SELECT count(*)::text FROM " + table).getFirst());
  }

  private static CreatePayment payment() {
    return new CreatePayment(
        1000, "usd", new CardPaymentMethodData(new NewCard("4242424242424242", 12, 2040)));
  }
}
