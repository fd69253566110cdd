package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AgainstTest {
  private final Queue<String> keys = new ConcurrentLinkedQueue<>();
  private final Queue<String> logins = new ConcurrentLinkedQueue<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private HttpServer server;
  private volatile int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/v2/payments",
        exchange -> {
          keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
          logins.add(exchange.getRequestHeaders().getFirst("Authorization"));
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, 2);
          exchange.getResponseBody().write(new byte[] {'{', '}'});
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void another_service_gets_the_requested_number_of_payments_with_different_keys() {
    assertThat(bench("--against=" + url(), "--payments=20", "--connections=3")).isZero();

    assertThat(keys).hasSize(20).doesNotHaveDuplicates().doesNotContainNull();
    assertThat(logins).containsOnly("Basic c2tfdGVzdF9zb21lOg==");
    assertThat(out.toString())
        .contains("POST /v2/payments, 3 connections")
        .contains("responses    20 ")
        .contains("no errors");
  }

  @Test
  void rejected_requests_are_reported_and_make_the_command_fail() {
    status = 404;

    assertThat(bench("--against=" + url(), "--payments=4")).isEqualTo(1);

    assertThat(out.toString()).contains("ERRORS: 4 × 404");
  }

  @Test
  void a_missing_service_makes_the_command_fail() {
    server.stop(0);

    assertThat(bench("--against=" + url())).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--connections=0",
        "--connections=1025",
        "--seconds=0",
        "--seconds=301",
        "--warm-up=-1",
        "--warm-up=301",
        "--payments=0",
        "--payments=1000001",
        "--key=sk_live_some",
        "--key=",
        "--quick",
        "--rows=5",
        "--markdown"
      })
  void a_value_out_of_bounds_is_wrong_usage(String option) {
    assertThat(bench("--against=" + url(), option)).isEqualTo(2);

    assertThat(keys).isEmpty();
  }

  @Test
  void another_machine_is_wrong_usage() {
    assertThat(bench("--against=http://192.0.2.7:8080")).isEqualTo(2);

    assertThat(err.toString()).contains("must be a loopback address").doesNotContain("192.0.2.7");
  }

  @Test
  void its_options_are_wrong_usage_without_it() {
    assertThat(bench("--payments=5")).isEqualTo(2);
  }

  @Test
  void the_key_comes_from_the_environment_and_without_one_nothing_is_sent() throws IOException {
    var options =
        CommandLine.populateCommand(
            new AgainstOptions(), "--against=" + url(), "--payments=1", "--warm-up=0");

    assertThatThrownBy(() -> options.measure(Map.of(), new PrintWriter(out)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FLORIN_API_KEY");
    assertThat(keys).isEmpty();
    Map<String, String> environment = Map.of("FLORIN_API_KEY", "sk_test_some");
    assertThat(options.measure(environment, new PrintWriter(out))).isZero();
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private int bench(String... options) {
    var commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    var arguments = new ArrayList<String>();
    arguments.add("bench");
    arguments.addAll(List.of(options));
    boolean keyed = arguments.stream().anyMatch(option -> option.startsWith("--key"));
    boolean warm = arguments.stream().anyMatch(option -> option.startsWith("--warm-up"));
    boolean other = arguments.stream().anyMatch(option -> option.startsWith("--against"));
    if (other && !keyed) {
      arguments.add("--key=sk_test_some");
    }
    if (other && !warm) {
      arguments.add("--warm-up=0");
    }
    return commandLine.execute(arguments.toArray(String[]::new));
  }
}
