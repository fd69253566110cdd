package florin.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import florin.client.FlorinException.ApiException;
import florin.client.model.AddEvidenceFile;
import florin.client.model.CustomerProfile;
import florin.client.model.EvidenceFileKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Retries, against a small server. */
class RetryTest {
  private record Answer(int status, String body, String retryAfter) {}

  private static final String CUSTOMER =
      "{\"id\":\"cus_1\",\"object\":\"customer\",\"email\":null,\"name\":null,\"phone\":null,"
          + "\"address\":null,\"description\":null,\"metadata\":{},\"created\":1,\"livemode\":false}";

  private static final String EVENT =
      "{\"id\":\"evt_1\",\"object\":\"event\",\"type\":\"planet.rose\",\"created\":1800000000,"
          + "\"livemode\":false,\"api_version\":\"2.1\",\"sequence\":1,\"request\":null,"
          + "\"data\":{\"object\":{\"object\":\"planet\",\"name\":\"Ceres\"}}}";

  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final List<String> positions = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private Florin.Settings settings;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
          positions.addAll(exchange.getRequestHeaders().getOrDefault("Last-Event-ID", List.of()));
          exchange.getRequestBody().readAllBytes();
          Answer answer = answers.isEmpty() ? new Answer(200, CUSTOMER, "") : answers.remove();
          if (!answer.retryAfter().isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
          }
          byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer.status(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    settings = Florin.Settings.of("http://127.0.0.1:" + server.getAddress().getPort(), "sk_test_x");
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource({
    "409, idempotency_error, idempotency_key_in_use",
    "409, invalid_request_error, lock_timeout",
    "429, rate_limit_error, rate_limit",
    "500, api_error, internal_error",
    "503, api_error, overloaded"
  })
  void a_call_is_repeated_with_its_key(int status, String type, String code) {
    answers.add(error(status, type, code));

    assertThat(Florin.of(settings).customers().create().id()).isEqualTo("cus_1");

    assertThat(keys).hasSize(2).doesNotContain("null");
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid_request_error, parameter_missing, InvalidRequest",
    "400, idempotency_error, idempotency_key_reused, Idempotency",
    "401, authentication_error, api_key_unknown, Authentication",
    "402, card_error, card_declined, Card",
    "403, permission_error, scope_missing, Permission",
    "409, invalid_request_error, dispute_already_answered, InvalidRequest",
    "409, new_error, new_conflict, Service",
    "503, provider_error, provider_unavailable, Provider",
    "418, teapot_error, short_and_stout, Service"
  })
  void any_other_error_is_not_repeated(int status, String type, String code, String expected) {
    answers.add(error(status, type, code));

    var error =
        catchThrowableOfType(ApiException.class, () -> Florin.of(settings).customers().create());

    assertThat(error.getClass().getSimpleName()).isEqualTo(expected);
    assertThat(error.status()).isEqualTo(status);
    assertThat(keys).hasSize(1);
  }

  @Test
  void retries_end() {
    for (int i = 0; i < 5; i++) {
      answers.add(error(500, "api_error", "internal_error"));
    }
    var some = Florin.of(settings.retries(1, Duration.ofSeconds(90)));
    catchThrowableOfType(FlorinException.Service.class, () -> some.customers().create());
    assertThat(keys).hasSize(2);

    answers.clear();
    answers.add(error(429, "rate_limit_error", "rate_limit", "3600"));
    var patient = Florin.of(settings);
    catchThrowableOfType(FlorinException.RateLimit.class, () -> patient.customers().create());
    assertThat(keys).as("a longer wait than the client has time for").hasSize(3);
  }

  @Test
  void a_file_has_no_key_so_that_a_failure_is_not_repeated() {
    answers.add(error(500, "api_error", "internal_error"));
    var florin = Florin.of(settings);
    var query = new AddEvidenceFile(EvidenceFileKind.RECEIPT);
    catchThrowableOfType(
        FlorinException.Service.class,
        () -> florin.disputes().addEvidenceFile("dp_1", new byte[1], "image/png", query));
    assertThat(keys).containsExactly("null");
  }

  @Test
  void the_key_of_the_caller_is_sent() {
    Florin.of(settings).customers().create(new CustomerProfile().idempotencyKey("order-1"));
    assertThat(keys).containsExactly("order-1");
  }

  @Test
  void each_error_of_a_call_with_a_key_has_it() {
    var florin = Florin.of(settings.retries(1, Duration.ofSeconds(90)).maxResponseBytes(2000));
    answers.add(error(503, "api_error", "database_unavailable"));
    answers.add(error(500, "api_error", "internal_error"));
    assertKeyOf(FlorinException.Service.class, florin);
    answers.add(new Answer(200, "<html>", ""));
    assertKeyOf(FlorinException.Unreadable.class, florin);
    answers.add(new Answer(200, "x".repeat(3000), ""));
    assertKeyOf(FlorinException.Unreadable.class, florin);

    answers.add(new Answer(200, "<html>", ""));
    var read =
        catchThrowableOfType(
            FlorinException.Unreadable.class, () -> florin.customers().retrieve("x"));
    assertThat(read.idempotencyKey()).isEmpty();
  }

  private void assertKeyOf(Class<? extends FlorinException> type, Florin florin) {
    var error = catchThrowableOfType(type, () -> florin.customers().create());
    assertThat(error.idempotencyKey()).contains(keys.get(keys.size() - 1));
  }

  @Test
  void a_stream_keeps_its_position_until_an_event_has_another() {
    answers.add(new Answer(200, ": sign of life\n\n", ""));
    try (var stream = Florin.of(settings).events().stream("7")) {
      assertThat(stream.hasNext()).isFalse();
      assertThat(stream.lastEventId()).isEqualTo("7");
    }
    assertThat(positions).containsExactly("7");

    answers.add(new Answer(200, "data: " + EVENT + "\n\nid: 9\ndata: " + EVENT + "\n\n", ""));
    try (var stream = Florin.of(settings).events().stream("7")) {
      stream.next();
      assertThat(stream.lastEventId()).isEqualTo("7");
      stream.next();
      assertThat(stream.lastEventId()).isEqualTo("9");
    }
  }

  @Test
  void a_response_has_a_limit() {
    answers.add(new Answer(200, "x".repeat(3000), ""));
    var florin = Florin.of(settings.maxResponseBytes(2000));
    catchThrowableOfType(FlorinException.Unreadable.class, () -> florin.customers().create());
  }

  @Test
  void an_error_of_a_proxy_is_one_of_the_service() {
    answers.add(new Answer(404, "<html>", ""));
    var florin = Florin.of(settings);
    var error =
        catchThrowableOfType(FlorinException.Service.class, () -> florin.customers().retrieve("x"));
    assertThat(error.status()).isEqualTo(404);
  }

  @Test
  void no_server_is_no_response() {
    server.stop(0);
    var florin = Florin.of(settings.retries(0, Duration.ofSeconds(1)));
    var error =
        catchThrowableOfType(
            FlorinException.NoResponse.class,
            () -> florin.customers().create(new CustomerProfile().idempotencyKey("order-2")));
    assertThat(error.idempotencyKey()).contains("order-2");
  }

  @Test
  void a_silent_stream_of_events_is_lost() {
    var closed = new CountDownLatch(1);
    var silent =
        new InputStream() {
          @Override
          public int read() throws IOException {
            try {
              closed.await();
              return -1;
            } catch (InterruptedException interrupted) {
              throw new IOException(interrupted);
            }
          }

          @Override
          public void close() {
            closed.countDown();
          }
        };
    try (var stream = new EventStream(silent, null, Duration.ofMillis(20))) {
      catchThrowableOfType(FlorinException.NoResponse.class, stream::next);
    }
    assertThat(closed.getCount()).isZero();
  }

  private static Answer error(int status, String type, String code) {
    return error(status, type, code, "");
  }

  private static Answer error(int status, String type, String code, String retryAfter) {
    String body =
        "{\"error\":{\"type\":\"%s\",\"code\":\"%s\",\"message\":\"m\",\"doc_url\":\"d\",\"request_id\":\"req_1\"}}";
    return new Answer(status, String.format(body, type, code), retryAfter);
  }
}
