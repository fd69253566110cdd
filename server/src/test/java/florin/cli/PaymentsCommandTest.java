package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import florin.cli.Cli.Ran;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./florin payments` and `./florin refunds` with a running service. */
class PaymentsCommandTest {
  private static final String GOOD = "4242424242424242";
  private static final String DECLINED = "4000000000000002";
  private static final String REFUND_UNHEARD = "4000000000840159";

  private static TestApp florin;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
  }

  @AfterAll
  static void close() {
    florin.close();
  }

  @Test
  void a_list_shows_the_newest_first_and_how_to_continue() {
    String older = pay(1250, GOOD);
    String newer = pay(990, GOOD);

    Ran ran = run("payments", "list", "--limit", "1");

    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains(newer, "9.90 usd", "succeeded", "visa …4242")
        .hasLineCount(2)
        .doesNotContain(older);
    assertThat(ran.err())
        .as("the hint is not on standard output")
        .isEqualTo(
            "There are more payments. Continue with --after " + newer + System.lineSeparator());
    assertThat(run("payments", "list", "--limit", "1", "--after", newer).out())
        .contains(older, "12.50 usd");
  }

  @Test
  void a_list_can_be_filtered_and_printed_as_json() {
    pay(700, GOOD);
    String failed = pay(701, DECLINED);

    assertThat(run("payments", "list", "--status", "failed").out())
        .contains(failed)
        .doesNotContain("succeeded");
    assertThat(run("payments", "list", "--status", "failed", "--limit", "1", "--json").out())
        .isEqualTo(
            florin.get("/v2/payments?limit=1&status=failed").body() + System.lineSeparator());
  }

  @Test
  void a_payment_is_shown_with_its_requests_to_the_network() {
    String good = pay(500, GOOD);
    String failed = pay(501, DECLINED);

    assertThat(run("payments", "show", good).out())
        .contains(good, "5.00 usd", "captured", "visa …4242", "test", "authorize approved");
    assertThat(run("payments", "show", failed).out())
        .contains("failed", "card_declined: ", "authorize declined");
    assertThat(run("payments", "show", good, "--json").out()).contains("\"attempts\":[{");
  }

  @Test
  void a_terminal_shows_symbols_ages_and_amounts_and_cuts_descriptions_to_its_width() {
    String good =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(123450, GOOD)
                    .replaceFirst(
                        "\\{", "{\"description\": \"Order 6735 with a long description\", "))
            .text("/id");
    florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 450}".formatted(good));
    String failed = pay(501, DECLINED);

    Ran list = show(112, "payments", "list", "--limit", "2");
    Ran shown = show(112, "payments", "show", good);

    assertThat(list.out().lines().map(String::stripTrailing))
        .satisfiesExactly(
            head -> assertThat(head).matches("PAYMENT +AGE +AMOUNT +STATUS +PAID WITH +ABOUT"),
            row -> assertThat(row).matches(failed + " +[0-9]+s +\\$5\\.01  ✗ failed +visa …0002"),
            row ->
                assertThat(row)
                    .matches(
                        good
                            + " +[0-9]+s +\\$1,234\\.50  ✓ partly refunded +visa …4242 +Order 6735 with a long…"));
    assertThat(shown.out())
        .startsWith("$1,234.50  ✓ partly refunded")
        .contains(
            "Captured     $1,234.50",
            "Refunded     $4.50",
            "Description  Order 6735 with a long description",
            "  Authorization approved",
            "Dashboard    http://localhost:",
            "/dashboard/payments/" + good);
  }

  @Test
  void a_status_has_a_color_unless_the_output_has_none() {
    assertThat(new Display(true, true, 80).colored(Color.RED, "✗"))
        .isEqualTo("\u001b[31m✗\u001b[0m");
    assertThat(new Display(true, false, 80).colored(Color.RED, "✗")).isEqualTo("✗");
    assertThat(Display.width("50 132\n")).isEqualTo(132);
    assertThat(Display.width("")).isEqualTo(100);
  }

  @Test
  void an_error_of_the_service_is_printed_in_its_words() {
    Ran unknown = run("payments", "show", "pay_01h455vb4pex5vsknk084sn02q");
    Ran wrong = run("payments", "list", "--status", "lost");

    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("payment");
    assertThat(wrong.code()).as("exit code for an invalid parameter").isEqualTo(2);
    assertThat(wrong.err()).startsWith("status must be one of").hasLineCount(1);
    assertThat(run("payments", "list", "--limit", "0").code()).isEqualTo(2);
  }

  @Test
  void an_invalid_amount_is_a_usage_error_and_an_excessive_one_is_not() {
    String payment = pay(1000, GOOD);

    assertThat(run("refunds", "create", payment, "--amount", "0").code()).isEqualTo(2);
    assertThat(run("refunds", "create", payment, "--amount", "1001").code()).isEqualTo(1);
  }

  @Test
  void an_invalid_key_is_reported() {
    Ran ran = Cli.run("payments", "list", "--url", url(), "--key", "sk_test_" + "a".repeat(30));

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("This is not an API key", "--key").hasLineCount(1);
  }

  @Test
  void without_a_response_it_gives_advice() {
    Ran ran =
        Cli.run("payments", "list", "--url", "http://127.0.0.1:9", "--key", florin.secretKey());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("No service responds at http://127.0.0.1:9", "./florin serve");
  }

  @Test
  void another_server_is_not_mistaken_for_florin() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write("<h1>Hello</h1>".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    other.start();
    try {
      String address = "http://127.0.0.1:" + other.getAddress().getPort();
      for (String command : List.of("payments list", "listen", "trigger customer.created")) {
        var words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("--url", address, "--key", florin.secretKey()));

        Ran ran = Cli.run(words.toArray(String[]::new));

        assertThat(ran.code()).as(command).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
            .startsWith("The server at " + address + " is not Florin.")
            .hasLineCount(1);
      }
    } finally {
      other.stop(0);
    }
  }

  @Test
  void without_a_key_it_lists_the_possible_sources() {
    Ran ran = Cli.run("payments", "list", "--url", url(), "--data", "target/no-such-folder");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("--key", "FLORIN_API_KEY", "test-keys.env");
  }

  @Test
  void the_port_and_the_test_key_are_read_from_the_data_folder() {
    String folder = florin.keysFile().resolveSibling("").toString();
    String payment = pay(1000, GOOD);

    Ran list = Cli.run("payments", "list", "--data", folder);
    Ran refund = Cli.run("refunds", "create", payment, "--data", folder);
    Ran trigger = Cli.run("trigger", "customer.created", "--data", folder);

    assertThat(list.out()).as(list.err()).contains(payment);
    assertThat(refund.out()).as(refund.err()).contains("of " + payment);
    assertThat(trigger.out()).as(trigger.err()).contains("POST /v2/customers → 200");
    assertThat(Path.of(folder, "address")).hasContent(url());
  }

  @Test
  void an_address_that_no_longer_responds_is_reported(@TempDir Path data) throws Exception {
    Files.writeString(data.resolve("address"), "http://127.0.0.1:9\n");

    Ran ran = Cli.run("payments", "list", "--data", data.toString(), "--key", florin.secretKey());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith("No service responds at http://127.0.0.1:9. Start it with ./florin serve")
        .hasLineCount(1);
  }

  @Test
  void a_url_that_is_named_is_stronger_than_the_folder_s_address(@TempDir Path data)
      throws Exception {
    Files.writeString(data.resolve("address"), "http://127.0.0.1:9\n");
    String[] list = {"payments", "list", "--data", data.toString(), "--key", florin.secretKey()};
    String[] named =
        Stream.concat(Stream.of(list), Stream.of("--url", url())).toArray(String[]::new);

    assertThat(Cli.run(named).code()).isZero();
    assertThat(Cli.process(Map.of("FLORIN_BASE_URL", url() + "/"), list).code()).isZero();
  }

  @Test
  void files_of_the_data_folder_that_cannot_be_read_are_named(@TempDir Path data) throws Exception {
    Files.writeString(data.resolve("address"), "not one\n");
    Ran malformed = Cli.run("payments", "list", "--data", data.toString(), "--key", "sk_test_1");
    Files.createDirectory(data.resolve("test-keys.env"));
    Ran folder = Cli.run("payments", "list", "--data", data.toString(), "--url", url());

    assertThat(malformed.code()).isEqualTo(1);
    assertThat(malformed.err()).contains("address is not a file that Florin wrote").hasLineCount(1);
    assertThat(folder.code()).isEqualTo(1);
    assertThat(folder.err()).contains("test-keys.env").hasLineCount(1);
  }

  @Test
  void a_refund_of_a_part_and_then_of_the_rest() {
    String payment = pay(1000, GOOD);

    Ran part = run("refunds", "create", payment, "--amount", "400");
    Ran rest = run("refunds", "create", payment, "--reason", "requested_by_customer");

    assertThat(part.code()).isZero();
    assertThat(part.err()).startsWith("Idempotency-Key: cli-");
    assertThat(part.out()).contains("4.00 usd of " + payment).hasLineCount(1);
    assertThat(rest.out()).contains("6.00 usd of " + payment);
    assertThat(florin.get("/v2/payments/" + payment).bool("/refunded")).isTrue();
    assertThat(run("refunds", "create", payment).err()).contains("refunded");
  }

  @Test
  void a_refund_repeated_with_its_key_is_created_once() {
    String payment = pay(1000, GOOD);
    String[] words = {
      "refunds", "create", payment, "--amount", "300", "--idempotency-key", "again", "--json"
    };

    Ran first = run(words);
    Ran second = run(words);

    assertThat(second.out()).isEqualTo(first.out()).contains("\"object\":\"refund\"");
    assertThat(florin.get("/v2/payments/" + payment).number("/amount_refunded")).isEqualTo(300);
  }

  @Test
  void an_unfinished_refund_is_printed_as_pending() {
    String payment = pay(1000, REFUND_UNHEARD);

    assertThat(run("refunds", "create", payment).out()).contains("pending");
  }

  private static String pay(long amount, String number) {
    Reply reply = florin.post("/v2/payments", TestApp.payment(amount, number));
    return reply.payment();
  }

  private static String url() {
    return "http://127.0.0.1:" + florin.app().port();
  }

  private static Ran run(String... words) {
    return Cli.run(withService(words));
  }

  private static Ran show(int columns, String... words) {
    return Cli.show(columns, Map.of(), withService(words));
  }

  private static String[] withService(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", url(), "--key", florin.secretKey()));
    return all.toArray(String[]::new);
  }
}
