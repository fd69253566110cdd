package florin.build;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages a copy of the sources, unpacks the archive elsewhere, and uses it without a JDK. */
@Tag("drill")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReleaseTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int SIGNALED = 128 + 15;

  /** The only programs that the release finds; neither a JDK nor Maven is among them. */
  private static final List<String> PROGRAMS =
      List.of("bash", "sh", "env", "dirname", "readlink", "cat", "setsid", "setpriv");

  @TempDir private static Path folder;

  private Path florin = Path.of("");

  @BeforeAll
  void package_and_unpack() throws Exception {
    Path sources = Files.createDirectory(folder.resolve("sources"));
    succeed(
        ROOT,
        List.of(
            "sh",
            "-c",
            "tar -c --exclude=./target --exclude='./*/target' --exclude=./.git --exclude=./data . | tar -x -C "
                + sources));
    succeed(
        sources,
        List.of(
            "sh",
            "-c",
            "git init -q . && git add -A && git -c user.name=Test -c user.email=test@example.com"
                + " commit -qm 'tests: package these sources'"));
    Files.createFile(sources.resolve("forgotten"));
    assertThat(start(sources, Map.of(), List.of("./florin", "package")).waitFor()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("err"))).contains("this clone has changes");
    Files.delete(sources.resolve("forgotten"));
    Process packaging = start(sources, Map.of(), List.of("./florin", "package"));
    String out = text(packaging);
    assertThat(packaging.waitFor()).as(Files.readString(folder.resolve("err"))).isZero();
    Path archive = Path.of(out.strip());
    assertThat(archive.getParent()).isEqualTo(sources.resolve("target/release"));
    succeed(
        requireNonNull(archive.getParent()),
        List.of("sha256sum", "--check", "--strict", "SHA256SUMS"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    succeed(elsewhere, List.of("tar", "-xzf", archive.toString()));
    Files.move(sources, folder.resolve("hidden"));
    try (Stream<Path> unpacked = Files.list(elsewhere)) {
      florin = unpacked.findFirst().orElseThrow();
    }
    succeed(florin, List.of("sha256sum", "--check", "--strict", "SHA256SUMS"));
    Process search =
        start(folder, Map.of(), List.of("grep", "-rl", sources.toString(), "elsewhere"));
    assertThat(text(search)).as("files with a path of the build").isEmpty();
    Path programs = Files.createDirectory(folder.resolve("programs"));
    for (String program : PROGRAMS) {
      Files.createSymbolicLink(programs.resolve(program), Path.of("/usr/bin", program));
    }
  }

  /** JUnit would warn of each link. */
  @AfterAll
  static void delete_the_links() throws IOException {
    FileTree.delete(folder.resolve("programs"));
  }

  @Test
  void the_release_starts_with_its_own_java_and_cache_and_takes_a_payment() throws Exception {
    Process service = release("serve", "--port", "0", "--data", folder.resolve("data").toString());
    try {
      String address = address(service);
      assertThat(address).startsWith("http://127.0.0.1:");
      assertThat(service.toHandle().info().command())
          .hasValue(florin.resolve("runtime/bin/java").toRealPath().toString());
      assertThat(Files.readString(Path.of("/proc", "" + service.pid(), "maps")))
          .contains(florin.resolve("app/florin.aot").toRealPath().toString());
      assertThat(pay(address)).contains("\"status\":\"succeeded\"");
      assertThat(folder.resolve("err")).isEmptyFile();
    } finally {
      service.destroy();
      assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(service.exitValue()).isIn(0, SIGNALED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"build", "emulator", "test", "try", "package", "bench", "drill"})
  void a_command_that_needs_the_sources_says_so(String command) throws Exception {
    Process process = release(command);

    assertThat(text(process)).isEmpty();
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("err")))
        .contains("a clone of the repository")
        .hasLineCount(1);
  }

  @Test
  void other_commands_are_those_of_the_service() throws Exception {
    assertThat(text(release("help"))).contains("./florin doctor").doesNotContain("./florin drill");
    assertThat(text(release("--version"))).startsWith("Florin ");
    assertThat(text(release("doctor", "--help"))).contains("Usage: florin doctor");
  }

  private Process release(String... words) throws IOException {
    var command = new ArrayList<>(List.of(florin + "/florin"));
    command.addAll(List.of(words));
    return start(folder, Map.of("PATH", folder.resolve("programs").toString()), command);
  }

  private static Process start(
      Path place, Map<String, String> onlyEnvironment, List<String> command) throws IOException {
    var builder =
        new ProcessBuilder(command)
            .directory(place.toFile())
            .redirectError(folder.resolve("err").toFile());
    if (!onlyEnvironment.isEmpty()) {
      builder.environment().clear();
      builder.environment().putAll(onlyEnvironment);
    }
    return builder.start();
  }

  private static void succeed(Path place, List<String> command) throws Exception {
    Process process = start(place, Map.of(), command);
    String out = text(process);
    assertThat(process.waitFor()).as(out + Files.readString(folder.resolve("err"))).isZero();
  }

  private static String text(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String address(Process service) throws IOException {
    var out = service.inputReader(StandardCharsets.UTF_8);
    var ready = Pattern.compile("Florin is ready on (\\S+)");
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = ready.matcher(line);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    throw new IOException("not ready: " + Files.readString(folder.resolve("err")));
  }

  private static String pay(String address) throws Exception {
    var keys = new Properties();
    try (var file = Files.newBufferedReader(folder.resolve("data/test-keys.env"))) {
      keys.load(file);
    }
    String key =
        keys.values().stream()
            .map(Object::toString)
            .filter(value -> value.startsWith("sk_test_"))
            .findFirst()
            .orElseThrow();
    var request =
        HttpRequest.newBuilder(URI.create(address + "/v2/payments"))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString((key + ":").getBytes(StandardCharsets.UTF_8)))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    """
                    {"amount": 1000, "currency": "usd", "payment_method": {"type": "card", "card":
                      {"number": "4242424242424242", "exp_month": 12, "exp_year": 2030,
                       "cvc": "123"}}}
                    """))
            .build();
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
