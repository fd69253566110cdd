package florin.generated;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestApp;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * Generates clients from the OpenAPI document that Florin serves. They compile without changes, and
 * create, retrieve, refund and list payments. Run it with
 *
 * <pre>./mvnw -pl server -am test -Ddrills -Dtest=GeneratedClientsTest</pre>
 *
 * <p>Maven and npm download the generators in fixed versions. If they aren't available, the test is
 * skipped and a line in the output says so.
 */
@Tag("drill")
class GeneratedClientsTest {
  private static final String GENERATOR = "7.25.0";
  private static final String MAVEN_COPIES =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:";
  private static final Path SHOPS = Path.of("src/test/resources/generated");
  private static final Path FOLDER = Path.of("target/generated-clients").toAbsolutePath();
  private static final Path MAVEN = Path.of("../mvnw").toAbsolutePath().normalize();
  private static final String JAVA_HOME = System.getProperty("java.home");
  private static final int LONGEST_MINUTES = 10;

  private TestApp florin;

  /** The output and the exit code of a program. */
  private record Ran(int exit, String output) {}

  @BeforeEach
  void open() {
    florin = TestApp.open();
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void a_java_client_compiles_without_changes_and_creates_payments() throws Exception {
    Path folder = emptied("java");
    Path jar = FOLDER.resolve("openapi-generator-cli-" + GENERATOR + ".jar");
    if (!Files.exists(jar)) {
      fetch(
          FOLDER,
          maven(
              "copy",
              "-Dartifact=org.openapitools:openapi-generator-cli:" + GENERATOR,
              "-DoutputDirectory=" + FOLDER));
    }
    succeed(
        folder,
        List.of(
            java("java"),
            "-jar",
            jar.toString(),
            "generate",
            "-i",
            url() + "/v2/openapi.yaml",
            "-g",
            "java",
            "--library",
            "native",
            "-o",
            folder.toString()));
    fetch(folder, maven("copy-dependencies", "-DoutputDirectory=lib"));

    assertSourcesHaveNames(folder.resolve("src/main/java"));
    String path = "classes" + File.pathSeparator + "lib" + File.separator + "*";
    Files.write(folder.resolve("sources.txt"), sources(folder.resolve("src/main/java")));
    succeed(
        folder, List.of(java("javac"), "-nowarn", "-cp", path, "-d", "classes", "@sources.txt"));
    String said =
        succeed(
            folder,
            List.of(
                java("java"),
                "-cp",
                path,
                SHOPS.resolve("Shop.java").toAbsolutePath().toString(),
                url(),
                florin.secretKey()));
    System.out.println(said);
    assertThat(said).endsWith("done\n");
  }

  @Test
  void a_client_in_typescript_is_strict_and_sells() throws Exception {
    Path folder = emptied("typescript");
    for (String name : List.of("shop.ts", "package.json", "tsconfig.json")) {
      Files.copy(SHOPS.resolve(name), folder.resolve(name));
    }
    fetch(folder, List.of("npm", "install", "--no-audit", "--no-fund", "--loglevel=error"));
    succeed(folder, npx("openapi-typescript", url() + "/v2/openapi.json", "-o", "florin.d.ts"));
    succeed(folder, npx("tsc", "-p", "."));
    String said = succeed(folder, List.of("node", "shop.js", url(), florin.secretKey()));
    System.out.println(said);
    assertThat(said).endsWith("done\n");
  }

  @Test
  void redocly_reports_no_finding() throws Exception {
    Path folder = emptied("redocly");
    Files.copy(SHOPS.resolve("package.json"), folder.resolve("package.json"));
    fetch(folder, List.of("npm", "install", "--no-audit", "--no-fund", "--loglevel=error"));
    Path contract = Path.of("../openapi/openapi.yaml").toAbsolutePath().normalize();
    String said = succeed(folder, npx("redocly", "lint", "--format=stylish", contract.toString()));
    assertThat(said).contains("Your API description is valid.").doesNotContain("You have ");
  }

  /**
   * Asserts that no class has a name that the generator invented, which it does for an unnamed
   * nested schema.
   */
  private static void assertSourcesHaveNames(Path root) throws IOException {
    assertThat(sources(root).stream().map(s -> Path.of(s).getFileName().toString()))
        .noneMatch(
            name -> name.matches(".*(OneOf|AnyOf|AllOf|Inner|200Response|ModelNull)\\d*\\.java"));
  }

  private static List<String> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(f -> f.toString().endsWith(".java")).map(Path::toString).toList();
    }
  }

  private String url() {
    return "http://127.0.0.1:" + florin.app().port();
  }

  private static List<String> maven(String goal, String... options) {
    return Stream.concat(
            Stream.of(MAVEN.toString(), "-B", "-q", "-N", MAVEN_COPIES + goal), Stream.of(options))
        .toList();
  }

  private static List<String> npx(String... command) {
    return Stream.concat(Stream.of("npx", "--no-install"), Stream.of(command)).toList();
  }

  private static String java(String program) {
    return Path.of(JAVA_HOME, "bin", program).toString();
  }

  /** Runs a download, and skips the test if it isn't available: that isn't an error in Florin. */
  private static void fetch(Path folder, List<String> command) throws Exception {
    Ran ran;
    try {
      ran = run(folder, command);
    } catch (IOException missing) {
      ran = new Ran(-1, missing.toString());
    }
    if (ran.exit() != 0) {
      String line = "GENERATED CLIENT NOT TESTED, its generator is not available: " + command;
      System.err.println(line);
      throw new TestAbortedException(line + "\n" + ran.output());
    }
  }

  private static String succeed(Path folder, List<String> command) throws Exception {
    Ran ran = run(folder, command);
    assertThat(ran.exit()).as("%s%n%s", command, ran.output()).isZero();
    return ran.output();
  }

  private static Ran run(Path folder, List<String> command) throws Exception {
    File output = Files.createTempFile(folder, "said", ".txt").toFile();
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    Process process = builder.redirectErrorStream(true).redirectOutput(output).start();
    try {
      assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES))
          .as(command.toString())
          .isTrue();
      return new Ran(process.exitValue(), Files.readString(output.toPath()));
    } finally {
      process.destroyForcibly();
    }
  }

  private static Path emptied(String name) throws IOException {
    Path folder = FOLDER.resolve(name);
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
    return Files.createDirectories(folder);
  }
}
