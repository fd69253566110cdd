package florin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script `./florin` itself, in a folder of its own, with a program and a build that are none.
 */
class ScriptTest {
  private static final Path ROOT = Path.of("..");

  @TempDir private Path folder;

  /** What it becomes in place of Florin. */
  public static final class Program {
    private Program() {}

    public static void main(String[] words) throws IOException, InterruptedException {
      System.out.println("program: " + String.join(" ", words));
      if (System.getenv("SERVING") != null && words[0].equals("serve")) {
        System.in.readAllBytes();
      }
      if (words[0].equals("train")) {
        if (System.getenv("TRAINING") != null) {
          Thread.sleep(3_000);
        }
        train(Path.of(words[1]));
      }
    }

    /** Leaves a cache that fits nothing, and says what was set for it. */
    private static void train(Path cache) throws IOException {
      if (Files.exists(cache.resolveSibling("untrainable"))) {
        System.exit(1);
      }
      var settings = new TreeSet<>(System.getenv().keySet());
      settings.removeIf(name -> !name.matches("FLORIN_.*|JAVA_TOOL_OPTIONS"));
      Files.writeString(cache, settings.toString());
    }
  }

  private static List<String> modules() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("pom.xml")))
          .map(folder -> folder.getFileName().toString())
          .toList();
    }
  }

  @BeforeEach
  void lay() throws IOException {
    Files.createDirectories(folder.resolve("bin"));
    Files.copy(ROOT.resolve("florin"), folder.resolve("florin"));
    Files.copy(ROOT.resolve("bin/find-jdk"), folder.resolve("bin/find-jdk"));
    Files.createDirectories(folder.resolve(".mvn"));
    Files.createDirectories(folder.resolve("openapi"));
    Files.createFile(folder.resolve("pom.xml"));
    for (String module : modules()) {
      Files.createDirectories(folder.resolve(module).resolve("src/main"));
      Files.createFile(folder.resolve(module).resolve("pom.xml"));
    }
    jar(folder.resolve("server/target/florin.jar"));
    jar(folder.resolve("bench/target/florin-bench.jar"));
    Files.writeString(
        folder.resolve("mvnw"),
        """
        #!/bin/sh
        echo progress of the build
        echo "$@" >>"$(dirname "$0")/asked"
        case "$*" in *"$FAILING"*) exit 3 ;; esac
        """);
    Files.setPosixFilePermissions(
        folder.resolve("mvnw"), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The JVM writes its warnings to standard output unless it is told otherwise. */
  @ParameterizedTest
  @ValueSource(strings = {"serve", "keys", "bench"})
  void standard_output_belongs_to_the_program_alone(String command) throws Exception {
    Path noArchive = folder.resolve("no-such-archive");

    String out = run("-XX:+UseLargePages -XX:SharedArchiveFile=" + noArchive, command, "--x");

    assertThat(out).isEqualTo("program: " + command + " --x\n");
  }

  @Test
  void a_build_reports_itself_on_standard_error_even_without_a_terminal() throws Exception {
    assertThat(run("", "serve")).isEqualTo("program: serve\n");

    assertThat(Files.readAllLines(folder.resolve("err")))
        .containsExactly("Building Florin…", "progress of the build");

    Files.delete(folder.resolve("server/target/florin.jar"));
    start("", Map.of("FAILING", "package"), "keys").waitFor();
    assertThat(Files.readAllLines(folder.resolve("err")))
        .first()
        .isEqualTo(
            "Building Florin (the first time takes about a minute, and downloads libraries)…");
  }

  @Test
  void test_compiles_again_after_a_build_without_the_checks() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("server/target/classes"));
    Path compiled = Files.createFile(classes.resolve("Compiled.class"));
    run("", "test");
    assertThat(compiled).exists();

    run("", "build");
    assertThat(Files.readString(folder.resolve("asked"))).contains(" package -Dunchecked ");
    assertThat(compiled).exists();
    run("", "test");
    assertThat(compiled).doesNotExist();
    Files.createDirectories(classes);
    Files.createFile(compiled);
    run("", "test");
    assertThat(compiled).as("compiled with the checks").exists();
  }

  @Test
  void test_runs_all_modules_in_one_jvm() throws Exception {
    run("", "test");

    assertThat(Files.readString(folder.resolve("asked"))).contains(" -T1C -Dtogether verify ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spotless:check", "verify"})
  void test_fails_if_the_build_or_the_formatter_fails(String failing) throws Exception {
    Process process =
        start("", Map.of("FAILING", failing), "test", "--drills", "--mutations", "--batch-mode");
    process.getInputStream().readAllBytes();

    assertThat(process.waitFor()).isPositive();
    String pom = "-f " + folder.resolve("pom.xml");
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .containsExactlyInAnyOrder(
            pom + " --quiet -Ddrills -Dmutations --batch-mode spotless:check",
            pom + " -Ddrills -Dmutations --batch-mode verify -Dspotless.check.skip=true");
    assertThat(Files.exists(folder.resolve("target/built"))).isEqualTo(!failing.equals("verify"));
    assertThat(Files.readString(folder.resolve("err")).contains("spotless:apply"))
        .isEqualTo(!failing.equals("verify"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-Xshare:auto", "-Xms48m -Xmn16m -Xmx64m"})
  void an_unusable_cache_is_silently_ignored(String options) throws Exception {
    run("", "build");

    assertThat(run(options, "serve")).isEqualTo("program: serve\n");
    assertThat(folder.resolve("err")).isEmptyFile();
  }

  @Test
  void serve_trains_once_per_build_after_its_end_and_other_commands_do_not() throws Exception {
    run("", "keys");
    assertThat(cache()).doesNotExist();

    Process service = start("", Map.of("SERVING", "yes"), "serve");
    service.getInputStream().read();
    assertThat(Files.exists(folder.resolve("target/training.lock"))).isTrue();
    assertThat(cache()).as("while it serves").doesNotExist();
    service.getOutputStream().close();
    assertThat(service.waitFor()).isZero();
    awaitTraining();
    assertThat(Files.readString(trainingLog())).contains("program: train " + cache());

    Files.delete(trainingLog());
    run("", "serve");
    assertThat(trainingLog()).as("trained already").doesNotExist();

    jar(folder.resolve("server/target/florin.jar"));
    run("", "serve");
    awaitTraining();
    assertThat(Files.readString(trainingLog())).contains("program: train " + cache());
  }

  @Test
  void a_benchmark_waits_for_the_training_after_a_service() throws Exception {
    start("", Map.of("TRAINING", "slow"), "serve").waitFor();
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Files.exists(folder.resolve("server/target/trained.draft")));

    Process benchmark = start("", Map.of(), "bench");
    String out = new String(benchmark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(benchmark.waitFor()).isZero();
    assertThat(out).isEqualTo("program: bench\n");
    assertThat(folder.resolve("err")).isEmptyFile();
    awaitTraining();
  }

  private void awaitTraining() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() ->
            !Files.exists(folder.resolve("server/target/trained.draft"))
                && Files.exists(folder.resolve("server/target/trained"))
                && Files.exists(trainingLog())
                && !Files.readString(trainingLog()).isEmpty());
  }

  private Path trainingLog() {
    return folder.resolve("server/target/training.log");
  }

  @Test
  void a_training_heeds_nothing_that_is_set_for_the_service() throws Exception {
    Map<String, String> settings =
        Map.of("FLORIN_DATABASE_URL", "postgres://shop", "JAVA_TOOL_OPTIONS", "-Dx=y");

    assertThat(start("-Xss1m", settings, "build").waitFor()).isZero();

    assertThat(cache()).hasContent("[]");
  }

  @Test
  void a_cache_of_another_folder_is_deleted() throws Exception {
    run("", "build");
    run("", "keys");
    assertThat(cache()).exists();

    Path trained = folder.resolve("server/target/trained");
    Files.writeString(trained, Files.readString(trained).replace("" + folder, "/elsewhere"));
    run("", "keys");
    assertThat(cache()).doesNotExist();
  }

  @Test
  void a_failed_training_is_reported_and_not_repeated_at_each_start() throws Exception {
    Files.createFile(folder.resolve("server/target/untrainable"));

    run("", "build");
    assertThat(Files.readString(folder.resolve("err")))
        .contains(
            "Florin couldn't record the cache for fast starts; the cause is above. It starts without"
                + " the cache. To try again, run ./florin build.");

    assertThat(run("", "serve")).isEqualTo("program: serve\n");
    assertThat(folder.resolve("err")).isEmptyFile();
    assertThat(trainingLog()).doesNotExist();
  }

  private Path cache() {
    return folder.resolve("server/target/florin.aot");
  }

  private String run(String javaOptions, String... words) throws Exception {
    Process process = start(javaOptions, Map.of(), words);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("err"))).isZero();
    return out;
  }

  private Process start(String javaOptions, Map<String, String> environment, String... words)
      throws IOException {
    var command = new ArrayList<>(List.of(folder + "/florin"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
    builder.environment().put("FLORIN_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("FLORIN_JAVA_OPTS", javaOptions);
    builder.environment().put("FAILING", "no such goal");
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static void jar(Path file) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Program.class.getName());
    String name = Program.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(file);
        var jar = new JarOutputStream(out, manifest);
        var code = ScriptTest.class.getClassLoader().getResourceAsStream(name)) {
      jar.putNextEntry(new JarEntry(name));
      Objects.requireNonNull(code).transferTo(jar);
    }
  }
}
