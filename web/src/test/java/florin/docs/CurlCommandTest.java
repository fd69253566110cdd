package florin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import florin.docs.CodeSamples.SampleRequest;
import florin.docs.CodeSamples.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of the guides and their translations into other languages. */
class CurlCommandTest {
  private static final Pattern PANEL =
      Pattern.compile("(?s)<div class=\"panel in-([a-z]+)\">.*?<code>(.*?)</code>");

  @Test
  void a_command_with_every_option_is_a_request() {
    assertThat(
            CurlCommand.parse(
                """
                curl -X PATCH -g "https://pay.example/v2/payments?metadata[a]=b" -u sk_test_…: \\
                  -H 'Content-Type: application/json' -H 'Idempotency-Key: order-1' \\
                  -d '{"amount": 1, "metadata":
                       {"a": "b c"}}'
                """))
        .contains(
            new SampleRequest(
                "PATCH",
                "https://pay.example/v2/payments?metadata%5Ba%5D=b",
                true,
                Optional.of("order-1"),
                Optional.of(Map.of("amount", 1, "metadata", Map.of("a", "b c"))),
                Optional.empty()));
    assertThat(CurlCommand.parse("curl http://a/v2/x/$PAYMENT -d '{\"a\": \"'$CUSTOMER'\"}'"))
        .contains(
            new SampleRequest(
                "POST",
                "http://a/v2/x/pay_…",
                false,
                Optional.empty(),
                Optional.of(Map.of("a", "cus_…")),
                Optional.empty()));
    assertThat(
            CurlCommand.parse(
                "curl http://a/v2/x -H \"Content-Type: text/plain\" --data-binary @x.txt"))
        .contains(
            new SampleRequest(
                "POST",
                "http://a/v2/x",
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Upload("x.txt", "text/plain"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "./florin serve",
        "curl",
        "curl http://a/metrics",
        "curl http://a/v2/x -o file",
        "curl -i http://a/v2/x",
        "curl http://a/v2/x/$FILE",
        "curl http://a/v2/x -u sk_live_…:",
        "curl http://a/v2/x -H 'Accept: text/plain'",
        "curl http://a/v2/x -d '{\"amount\": …}'",
        "curl http://a/v2/x -d amount=1",
        "curl http://a/v2/x -d '{}' -d '{}'",
        "curl http://a/v2/x | jq .",
        "curl http://a/v2/x\ncurl http://a/v2/y",
        "curl 'http://a/v2/x",
      })
  void other_commands_stay_as_they_are(String command) {
    assertThat(CurlCommand.parse(command)).isEmpty();
  }

  /** Runs Node and Python where they are installed. */
  @Test
  void the_requests_of_the_guides_can_be_parsed_in_other_languages(@TempDir Path folder)
      throws Exception {
    List<String> java = new ArrayList<>();
    List<String> python = new ArrayList<>();
    List<String> node = new ArrayList<>();
    for (String page : pages()) {
      PANEL
          .matcher(page)
          .results()
          .forEach(panel -> {
            String code = text(panel.group(2));
            switch (panel.group(1)) {
              case "java" -> java.add(code);
              case "python" -> python.add(code);
              case "node" -> node.add(code);
              default -> {}
            }
          });
    }
    assertThat(java).hasSizeGreaterThan(40);

    for (String code : java) {
      assertThat(errorsOfJava(code)).as(code).isEmpty();
    }
    Path all = folder.resolve("all.mjs");
    Files.writeString(all, "async () => {\n" + String.join("\n}\nasync () => {\n", node) + "\n}\n");
    run("node", "--check", all.toString());
    all = folder.resolve("all.py");
    Files.writeString(all, String.join("\n\n", python));
    run("python3", "-m", "py_compile", all.toString());
  }

  private static List<String> pages() throws IOException {
    UnaryOperator<String> fill = text -> text.replace("$FLORIN_TEST_SECRET_KEY", CodeSamples.KEY);
    try (Stream<Path> files = Files.walk(Path.of("..", "docs"))) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> new Markdown(fill).html(read(file)))
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String text(String html) {
    return html.replaceAll("</?[bi]>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  private static List<?> errorsOfJava(String code) throws IOException {
    var found = new DiagnosticCollector<JavaFileObject>();
    var source =
        new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "class A { void a() throws Exception {\n" + code + "\n}}";
          }
        };
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, List.of(), List.of(), List.of(source));
    task.parse();
    return found.getDiagnostics();
  }

  private static void run(String... command) throws Exception {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException notInstalled) {
      return;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }
}
