package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Deadline;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteClient;
import florin.connector.remote.RemoteHttp;
import florin.connector.remote.RemoteHttp.HttpReply;
import florin.connector.remote.RemoteRequest;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.testing.EndlessServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import standin.EndlessResponse;

/** What a response, or a missing one, means for the request. */
@TestInstance(Lifecycle.PER_CLASS)
class StripeClientTest {
  private static final String REFUNDS = "POST /v1/refunds";
  private static final RemoteRequest REFUND =
      StripeForm.post("/v1/refunds", StripeForm.EMPTY.with("metadata[florin]", "a b&c=ä"), "key-1");
  private static final RemoteRequest UNKEYED =
      StripeRequests.endpoint(URI.create("https://shop.example/n"), List.of("refund.failed"));
  private static final Answer DONE = new Answer(200, "{\"id\": \"re_1\"}");
  private static final Answer BUSY =
      new Answer(
          429, "{\"error\": {\"type\": \"invalid_request_error\", \"code\": \"lock_timeout\"}}");
  private static final Answer IN_USE =
      new Answer(
          409,
          "{\"error\": {\"type\": \"idempotency_error\", \"code\": \"idempotency_key_in_use\"}}");

  private final StripeStandIn stripe = new StripeStandIn();
  private final RemoteClient<StripeError> client =
      new RemoteClient<>(new StripeApi(), stripe.address(), List.of(Duration.ZERO, Duration.ZERO));

  @AfterAll
  void close() {
    client.close();
    stripe.close();
  }

  private RemoteAnswer<StripeError> send(RemoteRequest request, Answer... answers) {
    stripe.forget();
    stripe.on(request.toString(), answers);
    return client.send(request, "sk_test_1", soon());
  }

  @Test
  void a_request_has_its_key_the_version_and_the_user_agent() {
    assertThat(send(REFUND, DONE)).isInstanceOf(RemoteAnswer.Done.class);

    var heard = stripe.last();
    assertThat(heard.call()).isEqualTo(REFUNDS);
    assertThat(heard.form()).isEqualTo("metadata%5Bflorin%5D=a+b%26c%3D%C3%A4");
    assertThat(heard.key()).isEqualTo("key-1");
    assertThat(heard.version()).isEqualTo(StripeApi.VERSION);
    assertThat(heard.authorization()).isEqualTo("Bearer sk_test_1");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 402, 404})
  void an_error_response_means_that_nothing_was_executed(int status) {
    Answer refusal = new Answer(status, "{\"error\": {\"type\": \"card_error\"}}");

    assertThat(send(REFUND, refusal)).isInstanceOf(RemoteAnswer.Refused.class);
    assertThat(stripe.calls()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void a_rejected_key_means_that_nothing_was_executed(int status) {
    assertThat(send(REFUND, new Answer(status, "{\"error\": {}}")))
        .isInstanceOf(RemoteAnswer.KeyRefused.class);
  }

  @ParameterizedTest
  @CsvSource({
    "500, {}",
    "503, {}",
    "409, {}",
    "424, {}",
    "302, {}",
    "200, []",
    "200, <html>",
    "400, <html>"
  })
  void an_empty_response_counts_as_no_response(int status, String body) {
    assertThat(send(REFUND, new Answer(status, body))).isInstanceOf(RemoteAnswer.Lost.class);
    assertThat(stripe.calls()).containsExactly(REFUNDS);
  }

  @Test
  void a_rejected_key_after_a_try_that_may_have_arrived_does_not_prove_that_nothing_was_done() {
    assertThat(send(REFUND, IN_USE, new Answer(401, "{\"error\": {}}")))
        .isInstanceOf(RemoteAnswer.Lost.class);
  }

  @Test
  void an_endless_response_is_not_read_to_its_end() {
    String endless = "{\"id\": \"" + "x".repeat(RemoteHttp.MAX_ANSWER_BYTES) + "\"}";

    assertThat(send(REFUND, new Answer(200, endless))).isInstanceOf(RemoteAnswer.Lost.class);
  }

  /** Stripe's outcome is then unknown, and the client does not repeat the request. */
  @ParameterizedTest
  @EnumSource
  void no_part_of_a_response_needs_an_end(EndlessResponse response) {
    long most = 32 << 20;
    try (var endless = new EndlessServer(response, most);
        var client = new RemoteClient<>(new StripeApi(), URI.create(endless.url()), List.of())) {
      RemoteAnswer<StripeError> answer = client.send(REFUND, "sk_test_1", soon());

      assertThat(answer)
          .isInstanceOfSatisfying(
              RemoteAnswer.Lost.class,
              lost -> assertThat(lost.detail()).contains(EndlessServer.limitOf(response)));
      Awaitility.await("the end of the response")
          .atMost(Duration.ofSeconds(60))
          .until(() -> endless.ended() == 1);
      assertThat(endless.cut()).as("the client cuts off %s", response).isEqualTo(1);
      assertThat(endless.begun()).isEqualTo(1);
      assertThat(endless.sent()).isLessThan(most);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BLANK_LINES", "REASON", "HEADER_VALUE", "CHUNK_EXTENSION"})
  void a_dripping_response_is_cut_at_the_deadline(EndlessResponse response) {
    try (var dripping = EndlessServer.dripping(response);
        var http = new RemoteHttp(URI.create(dripping.url()), "Stripe", 80_000)) {
      assertThat(http.exchange(REFUND, Map.of(), Duration.ofMillis(500)))
          .isInstanceOfSatisfying(
              HttpReply.Failed.class,
              // Either of the two timeouts may come first.
              failed ->
                  assertThat(failed.reason()).isIn("no response in time", "TimeoutException"));
      Awaitility.await("the end of the connection").until(() -> dripping.cut() == 1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          http://nowhere.invalid | "its host name wasn't found, so check this server's DNS"
          http://127.0.0.1:9 | "the connection was refused, so check this server's firewall"
          """)
  void an_unreachable_provider_has_a_reason_that_an_operator_can_act_on(String url, String words) {
    try (var http = new RemoteHttp(URI.create(url), "Stripe", 80_000)) {
      assertThat(http.exchange(REFUND, Map.of(), Duration.ofSeconds(20)))
          .isEqualTo(new HttpReply.Failed(false, false, words));
    }
  }

  /** Parsing turns each separator into an object of 22 times its size. */
  @Test
  void a_response_reserves_its_parsed_size_from_the_shared_memory() {
    String small = "{\"id\": \"re_1\", \"a\": \"" + "x".repeat(10_000) + "\"}";
    String heavy = "{\"id\": \"re_1\"" + ",\"a\":{}".repeat(10_000 / 7) + "}";
    try (var http = new RemoteHttp(stripe.address(), "Stripe", 80_000)) {
      // Each response must release its memory, so the results stay the same.
      for (int i = 0; i < 3; i++) {
        assertThat(exchange(http, small)).isInstanceOf(HttpReply.Answered.class);
        assertThat(exchange(http, heavy))
            .isInstanceOfSatisfying(
                HttpReply.Failed.class, failed -> assertThat(failed.sent()).isTrue());
      }
    }
  }

  private HttpReply exchange(RemoteHttp http, String body) {
    stripe.on(REFUNDS, body);
    return http.exchange(REFUND, Map.of(), Duration.ofSeconds(20));
  }

  @Test
  void a_closed_connection_causes_one_retry_with_the_same_key() {
    assertThat(send(REFUND, StripeStandIn.LOST, DONE)).isInstanceOf(RemoteAnswer.Done.class);

    assertThat(stripe.heard())
        .extracting(StripeStandIn.Heard::key)
        .containsExactly("key-1", "key-1");
  }

  @Test
  void there_is_at_most_one_retry_and_none_without_a_key() {
    assertThat(send(REFUND, StripeStandIn.LOST)).isInstanceOf(RemoteAnswer.Lost.class);
    assertThat(stripe.calls()).hasSize(2);

    assertThat(send(UNKEYED, StripeStandIn.LOST)).isInstanceOf(RemoteAnswer.Lost.class);
    assertThat(stripe.calls()).hasSize(1);
  }

  @Test
  void a_busy_stripe_is_called_again_and_then_given_up() {
    assertThat(send(REFUND, BUSY, IN_USE, DONE)).isInstanceOf(RemoteAnswer.Done.class);

    assertThat(send(REFUND, BUSY)).isInstanceOf(RemoteAnswer.NotSent.class);
    assertThat(stripe.calls()).hasSize(3);
    assertThat(send(REFUND, IN_USE)).isInstanceOf(RemoteAnswer.Lost.class);
  }

  @Test
  void a_request_that_may_have_arrived_is_never_reported_as_unsent_later() {
    assertThat(send(REFUND, StripeStandIn.LOST, BUSY)).isInstanceOf(RemoteAnswer.Lost.class);
  }

  @Test
  void a_refused_connection_means_that_nothing_was_sent() throws IOException {
    int nobody;
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = port.getLocalPort();
    }
    try (var elsewhere =
        new RemoteClient<>(new StripeApi(), URI.create("http://127.0.0.1:" + nobody))) {
      assertThat(elsewhere.send(REFUND, "sk_test_1", soon()))
          .isInstanceOf(RemoteAnswer.NotSent.class);
    }
  }

  @Test
  void an_unresolvable_name_means_that_nothing_was_sent() {
    try (var nowhere = new RemoteClient<>(new StripeApi(), URI.create("https://stripe.invalid"))) {
      assertThat(nowhere.send(REFUND, "sk_test_1", soon()))
          .isInstanceOf(RemoteAnswer.NotSent.class);
    }
  }

  /**
   * In about one of a hundred cases, the HTTP client doesn't report the failed handshake. The
   * outcome is then unknown at the deadline, which is safe. The test repeats the request until the
   * failure is reported.
   */
  @Test
  void a_failed_tls_handshake_means_that_nothing_was_sent() throws IOException {
    RemoteAnswer<StripeError> answer = new RemoteAnswer.Lost<>("not tried yet", false);
    for (int i = 0; i < 3 && answer instanceof RemoteAnswer.Lost; i++) {
      try (var door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
          var wrong =
              new RemoteClient<>(
                  new StripeApi(), URI.create("https://127.0.0.1:" + door.getLocalPort()))) {
        var _ = Thread.startVirtualThread(() -> answerInTheClear(door));
        answer = wrong.send(REFUND, "sk_test_1", Deadline.in(Duration.ofSeconds(20)));
      }
    }
    assertThat(answer).isInstanceOf(RemoteAnswer.NotSent.class);
  }

  /**
   * Responds like a server without TLS: it reads one TLS record (a header of five bytes and its
   * body).
   */
  private static void answerInTheClear(ServerSocket door) {
    try (Socket socket = door.accept()) {
      var in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(3);
      in.skipNBytes(in.readUnsignedShort());
      socket
          .getOutputStream()
          .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      var _ = socket.getInputStream().readAllBytes();
    } catch (IOException over) {
      throw new UncheckedIOException(over);
    }
  }

  @Test
  void an_expired_deadline_sends_nothing() {
    stripe.forget();

    assertThat(client.send(REFUND, "sk_test_1", Deadline.in(Duration.ZERO)))
        .isInstanceOf(RemoteAnswer.NotSent.class);
    assertThat(stripe.heard()).isEmpty();
  }

  @Test
  void a_closed_client_starts_again() {
    client.close();

    assertThat(send(REFUND, DONE)).isInstanceOf(RemoteAnswer.Done.class);
  }

  private static Deadline soon() {
    return Deadline.in(Duration.ofSeconds(20));
  }
}
