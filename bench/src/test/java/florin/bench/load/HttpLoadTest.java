package florin.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import florin.bench.load.HttpLoad.Limits;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpLoadTest {
  private static final Limits TEN = new Limits(3, Duration.ofSeconds(30), 10);

  private final List<String> answers = new ArrayList<>();
  private final AtomicInteger heard = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    serve("/echo", 200);
    serve("/refuse", 402);
    server.createContext(
        "/chunks",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.createContext(
        "/goodbye",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Connection", "close");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.createContext(
        "/hang-up",
        exchange -> {
          heard.incrementAndGet();
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void the_permitted_number_of_requests_is_sent_and_each_gets_a_response() throws IOException {
    Tally tally = run("/echo", "hello");

    assertThat(heard).hasValue(10);
    assertThat(tally.answers()).isEqualTo(10);
    assertThat(tally.errors()).isEmpty();
    assertThat(answers).hasSize(10).containsOnly("hello");
    assertThat(tally.latency(100)).isGreaterThanOrEqualTo(tally.latency(50)).isPositive();
  }

  @Test
  void responses_larger_than_any_buffer_are_read_completely() throws IOException {
    String large = "0123456789".repeat(100_000);

    run("/echo", large);

    assertThat(answers).hasSize(10).containsOnly(large);
  }

  @Test
  void chunked_responses_are_read_completely() throws IOException {
    String large = "0123456789".repeat(10_000);

    run("/chunks", large);
    assertThat(answers).hasSize(10).containsOnly(large);

    answers.clear();
    run("/chunks", "");
    assertThat(answers).hasSize(10).containsOnly("");
  }

  @Test
  void responses_other_than_2xx_are_counted_as_errors() throws IOException {
    assertThat(run("/refuse", "no").errors()).isEqualTo("10 × 402");
  }

  @Test
  void a_connection_that_ends_loses_its_request_and_ends_the_run() throws IOException {
    Tally tally = run("/hang-up", "");

    assertThat(tally.answers()).isZero();
    assertThat(tally.lostRequests()).isEqualTo(3);
    assertThat(tally.errors()).isEqualTo("3 without a response");
  }

  @Test
  void at_a_rate_a_connection_that_the_service_ends_is_replaced() throws IOException {
    Tally tally =
        HttpLoad.runAt(
            200, server.getAddress(), TEN, () -> Optional.of(request("/goodbye", "hello")));

    assertThat(tally.answers()).isEqualTo(10);
    assertThat(tally.lostRequests()).isZero();
    assertThat(tally.connectionsReplaced()).isBetween(7, 10);
    assertThat(answers).hasSize(10).containsOnly("hello");
  }

  @Test
  void nothing_is_sent_when_the_time_is_up() throws IOException {
    HttpLoad.run(server.getAddress(), new Limits(3, Duration.ZERO, 10), this::next);

    assertThat(heard).hasValue(0);
  }

  @Test
  void a_service_that_is_not_there_is_an_error() {
    server.stop(0);

    assertThatThrownBy(() -> run("/echo", "")).isInstanceOf(ConnectException.class);
  }

  private Tally run(String path, String body) throws IOException {
    return HttpLoad.run(server.getAddress(), TEN, () -> Optional.of(request(path, body)));
  }

  private Optional<Request> next() {
    return Optional.of(request("/echo", ""));
  }

  private Request request(String path, String body) {
    return new Request() {
      @Override
      public byte[] bytes() {
        return ("POST "
                + path
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body)
            .getBytes(StandardCharsets.US_ASCII);
      }

      @Override
      public void answered(Answer answer) {
        answers.add(answer.text());
      }
    };
  }

  private void serve(String path, int status) {
    server.createContext(
        path,
        exchange -> {
          heard.incrementAndGet();
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }
}
