package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the snippets of docs/guides/webhooks.md, taken from the page, in their languages. If a
 * language is not installed, its test is skipped with a message.
 */
class SnippetsTest {
  private static final String SECRET = "whsec_" + "Ab0".repeat(14) + "xy";
  private static final String OTHER_SECRET = "whsec_" + "b".repeat(44);
  private static final String BODY =
      "{\"id\":\"evt_1\",\"data\":{\"object\":{\"name\":\"Jo M\\u00e4rz\"}}}";

  private static final String EVENT =
      "{\"id\":\"%s\",\"type\":\"%s\",\"data\":{\"object\":{\"id\":\"pay_1\"}}}";

  /** Prints a line with `true` or `false` for every three arguments, or fails. */
  private static final String NODE_MAIN =
      """

      const given = process.argv.slice(2);
      for (let i = 0; i < given.length; i += 3) {
        console.log(verify(given[i], given[i + 1], given[i + 2]));
      }
      """;

  private static final String PYTHON_MAIN =
      """

      import sys
      given = sys.argv[1:]
      for i in range(0, len(given), 3):
          print(str(verify(given[i].encode(), given[i + 1], given[i + 2])).lower())
      """;

  @TempDir Path folder;

  /**
   * A received request, and whether its signature is valid.
   *
   * @param name the name of the case
   */
  private record Came(String name, String body, String header, String secret, boolean verifies) {}

  /** Runs one snippet on all requests and returns for each whether it is valid. */
  private interface Verifier {
    List<Boolean> verify(List<Came> all) throws Exception;
  }

  @TestFactory
  Stream<DynamicTest> node_verifies() throws Exception {
    requireTool("node", "--version");
    Path file = Files.writeString(folder.resolve("verify.mjs"), snippet("Node") + NODE_MAIN);
    return cases(all -> interpreted(all, "node", file.toString()));
  }

  @Test
  void the_receiver_in_node_handles_each_signed_event_once() throws Exception {
    requireTool("node", "--version");
    Path file =
        Files.writeString(folder.resolve("receiver.mjs"), String.join("\n", snippets("Node")));
    var command = new ProcessBuilder("node", file.toString()).redirectErrorStream(true);
    command.environment().putAll(Map.of("PORT", "0", "WEBHOOK_SECRET", SECRET));
    String paid = EVENT.formatted("evt_1", "payment.succeeded");
    String failed = EVENT.formatted("evt_2", "payment.failed");
    Process receiver = command.start();
    try (BufferedReader lines = receiver.inputReader(StandardCharsets.UTF_8)) {
      URI uri = URI.create("http://127.0.0.1:" + lines.readLine());

      assertThat(deliver(uri, paid, OTHER_SECRET)).isEqualTo(400);
      assertThat(deliver(uri, paid, SECRET)).isEqualTo(200);
      assertThat(deliver(uri, paid, SECRET)).isEqualTo(200);
      assertThat(deliver(uri, failed, SECRET)).isEqualTo(200);

      assertThat(lines.readLine()).isEqualTo("payment.succeeded pay_1");
      assertThat(lines.readLine()).isEqualTo("payment.failed pay_1");
    } finally {
      receiver.destroy();
    }
  }

  private static int deliver(URI uri, String body, String secret) throws Exception {
    var headers = WebhookSigner.of(secret).headers("evt_1", body, Instant.now());
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .header("service-signature", headers.getOrDefault("service-signature", ""))
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  @TestFactory
  Stream<DynamicTest> python_verifies() throws Exception {
    requireTool("python3", "--version");
    Path file = Files.writeString(folder.resolve("verify.py"), snippet("Python") + PYTHON_MAIN);
    return cases(all -> interpreted(all, "python3", file.toString()));
  }

  @TestFactory
  Stream<DynamicTest> java_verifies() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("Snippet.java"),
            """
            public final class Snippet {
              public interface Request {
                String getHeader(String name);
              }

              public static void verify(String body, String header, String secret) throws Exception {
                Request request = name -> name.equals("service-signature") ? header : null;
            %s
              }
            }
            """
                .formatted(snippet("Java")));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                file.toString());
    assertThat(compiled).isZero();
    return cases(this::verifiesInJava);
  }

  @Test
  void openssl_computes_the_value_of_the_header() throws Exception {
    requireTool("openssl", "version");
    String header = header(SECRET, Instant.now());
    Files.writeString(folder.resolve("body.json"), BODY);
    var shell =
        new ProcessBuilder("sh", "-c", snippet("curl and openssl")).directory(folder.toFile());
    shell.environment().putAll(Map.of("t", part(header, "t"), "secret", SECRET));

    assertThat(output(shell).strip()).isEqualTo(part(header, "v1"));
  }

  private static Stream<DynamicTest> cases(Verifier verifier) throws Exception {
    List<Came> all = cases();
    List<Boolean> found = verifier.verify(all);
    assertThat(found).hasSameSizeAs(all);
    return IntStream.range(0, all.size())
        .mapToObj(i ->
            DynamicTest.dynamicTest(
                all.get(i).name(),
                () -> assertThat(found.get(i)).isEqualTo(all.get(i).verifies())));
  }

  private static List<Came> cases() {
    Instant now = Instant.now();
    String right = header(SECRET, now);
    String mac = part(right, "v1");
    return List.of(
        new Came("what was signed", BODY, right, SECRET, true),
        new Came("during a rotation", BODY, header(OTHER_SECRET, now) + ",v1=" + mac, SECRET, true),
        new Came("another body", BODY + " ", right, SECRET, false),
        new Came("another secret", BODY, right, OTHER_SECRET, false),
        new Came(
            "what is old", BODY, header(SECRET, now.minus(Duration.ofHours(1))), SECRET, false),
        new Came("another time", BODY, right.replace("t=", "t=1"), SECRET, false),
        new Came("no digits", BODY, "t=soon,v1=" + mac, SECRET, false),
        new Came("no signature", BODY, "t=" + now.getEpochSecond(), SECRET, false),
        new Came("an empty one", BODY, "t=" + now.getEpochSecond() + ",v1", SECRET, false),
        new Came("nonsense", BODY, "hello", SECRET, false));
  }

  private static List<Boolean> interpreted(List<Came> all, String... program) throws IOException {
    List<String> command = new ArrayList<>(List.of(program));
    all.forEach(came -> command.addAll(List.of(came.body(), came.header(), came.secret())));
    return output(new ProcessBuilder(command)).lines().map(Boolean::parseBoolean).toList();
  }

  private List<Boolean> verifiesInJava(List<Came> all) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Method verify =
          loader.loadClass("Snippet").getMethod("verify", String.class, String.class, String.class);
      var found = new ArrayList<Boolean>();
      for (Came came : all) {
        found.add(verifies(verify, came));
      }
      return found;
    }
  }

  private static boolean verifies(Method verify, Came came) throws IllegalAccessException {
    try {
      verify.invoke(null, came.body(), came.header(), came.secret());
      return true;
    } catch (InvocationTargetException thrown) {
      // A linkage error would mean that the snippet itself is broken.
      assertThat(thrown.getCause()).isInstanceOf(Exception.class);
      return false;
    }
  }

  /** Returns the first block of code under the heading. */
  private static String snippet(String heading) throws IOException {
    return snippets(heading).getFirst();
  }

  /** Returns all blocks of code under the heading. */
  private static List<String> snippets(String heading) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "guides", "webhooks.md"));
    String section = page.substring(page.indexOf("\n### " + heading + "\n") + 1);
    List<String> blocks =
        Pattern.compile("(?s)\n```[a-z]*\n(.*?)\n```")
            .matcher(section.split("\n##", 2)[0])
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(blocks).as("snippets under " + heading).isNotEmpty();
    return blocks;
  }

  private static String header(String secret, Instant now) {
    var headers = WebhookSigner.of(secret).headers("evt_1", BODY, now);
    return headers.getOrDefault("service-signature", "");
  }

  private static String part(String header, String name) {
    return Stream.of(header.split(","))
        .filter(part -> part.startsWith(name + "="))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1);
  }

  private static void requireTool(String... command) {
    boolean there;
    try {
      output(command);
      there = true;
    } catch (IOException missing) {
      there = false;
    }
    assumeThat(there).as(command[0] + " is not installed, so its snippet does not run").isTrue();
  }

  private static String output(String... command) throws IOException {
    return output(new ProcessBuilder(command));
  }

  private static String output(ProcessBuilder command) throws IOException {
    Process process = command.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor()).as("%s: %s", command.command(), output).isZero();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
    return output;
  }
}
