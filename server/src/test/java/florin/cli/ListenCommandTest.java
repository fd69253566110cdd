package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import florin.cli.Cli.Ran;
import florin.testing.TestApp;
import florin.webhook.Receiver;
import florin.webhook.Receiver.Got;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** `./florin listen` with a running service and a local server. */
class ListenCommandTest {
  private static final String SECRET = "whsec_" + "A".repeat(44);

  private static TestApp florin;
  private static Receiver receiver;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
    receiver = new Receiver();
  }

  @AfterAll
  static void close() {
    receiver.close();
    florin.close();
  }

  @Test
  void each_event_is_printed_and_forwarded_with_a_signature_that_verifies() throws Exception {
    try (var listening =
        new Listening(
            "--url",
            url(),
            "--key",
            florin.secretKey(),
            "--forward-to",
            receiver.url("/hook"),
            "--secret",
            SECRET)) {
      within().until(() -> listening.out().contains("signed with " + SECRET));
      String customer = florin.post("/v2/customers", "{\"name\": \"Jo\"}").text("/id");

      within().until(() -> receiver.at("/hook").size() == 1);
      within().until(() -> listening.out().contains("→ 200 {\"received\": true}"));

      Got got = receiver.at("/hook").getFirst();
      assertThat(got.json().at("/data/object/id").asString("")).isEqualTo(customer);
      assertThat(listening.out()).contains("customer.created  " + got.id(), got.body());
      com.stripe.net.Webhook.Signature.verifyHeader(
          got.body(), got.header("service-signature"), SECRET, 300);
    }
  }

  @Test
  void a_failing_receiver_is_shown_and_the_next_event_still_arrives() {
    receiver.answer("/refusing", 500);
    try (var listening =
        new Listening(
            "--url",
            url(),
            "--key",
            florin.secretKey(),
            "--forward-to",
            receiver.url("/refusing"))) {
      within().until(() -> listening.out().contains("Forwarding to"));
      florin.post("/v2/customers", "{}");
      florin.post("/v2/customers", "{}");

      within().until(() -> receiver.at("/refusing").size() == 2);
      within().until(() -> listening.out().contains("→ 500"));
    }
  }

  @Test
  void a_broken_stream_continues_after_the_last_event() throws IOException {
    var asked = new CopyOnWriteArrayList<String>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.createContext(
        "/v2/events/stream",
        exchange -> {
          String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
          asked.add(last == null ? "" : last);
          byte[] event =
              "id: 7.evt_%d\nevent: customer.created\ndata: {}\n\n"
                  .formatted(asked.size())
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Service-Version", "2.1");
          exchange.sendResponseHeaders(200, event.length);
          exchange.getResponseBody().write(event);
          exchange.close();
        });
    server.start();
    try (var listening =
        new Listening(
            "--url",
            "http://127.0.0.1:" + server.getAddress().getPort(),
            "--key",
            florin.secretKey())) {
      within().until(() -> asked.size() >= 2);

      assertThat(asked).startsWith("", "7.evt_1");
      assertThat(listening.out()).contains("customer.created  evt_1");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void an_invalid_option_is_rejected_immediately() {
    Ran nobody = Cli.run("listen", "--url", "http://127.0.0.1:9", "--key", florin.secretKey());
    Ran secret = Cli.run("listen", "--url", url(), "--key", florin.secretKey(), "--secret", "hush");
    Ran key = Cli.run("listen", "--url", url(), "--key", florin.publishableKey());

    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.err()).contains("No service responds");
    assertThat(secret.code()).isEqualTo(2);
    assertThat(secret.err()).contains("--secret");
    assertThat(key.code()).isEqualTo(1);
    assertThat(key.err()).contains("secret key");
  }

  /** Runs the command until close() interrupts it like Ctrl-C. */
  private static final class Listening implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private final Thread thread;

    Listening(String... words) {
      var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
      String[] all = Stream.concat(Stream.of("listen"), Stream.of(words)).toArray(String[]::new);
      this.thread =
          Thread.ofVirtual()
              .start(() ->
                  code.complete(
                      FlorinCommand.commandLine(new Terminal(stream, stream, Map.of()))
                          .execute(all)));
    }

    String out() {
      return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      thread.interrupt();
      assertThat(code.join()).isZero();
    }
  }

  private static String url() {
    return "http://127.0.0.1:" + florin.app().port();
  }

  private static ConditionFactory within() {
    return await().atMost(Duration.ofSeconds(60));
  }
}
