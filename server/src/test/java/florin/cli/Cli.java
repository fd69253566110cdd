package florin.cli;

import florin.Main;
import florin.testing.TestApp;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program's commands, as somebody types them. */
final class Cli {
  private Cli() {}

  /** How a command ended, and what it printed. */
  record Ran(int code, String out, String err) {}

  /** In this process, whose variables say nothing to it. */
  static Ran run(String... words) {
    return run(Map.of(), words);
  }

  /** In this process, as if these variables were set. */
  static Ran run(Map<String, String> environment, String... words) {
    return runPiped("", environment, words);
  }

  /** The same, with something piped in. */
  static Ran runPiped(String piped, Map<String, String> environment, String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal =
        new Terminal(
            stream(out),
            stream(err),
            environment,
            SecretInput.of(new ByteArrayInputStream(piped.getBytes(StandardCharsets.UTF_8))));
    int code = FlorinCommand.commandLine(terminal, words).execute(words);
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** In a process of its own, to see it as a whole: each is some seconds of CPU. */
  static Ran process(Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    Path err = Path.of("target", "cli-" + Thread.currentThread().threadId() + ".err");
    Process process = builder(environment, words).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out, java.nio.file.Files.readString(err));
  }

  /** The same, to be started by the caller. */
  static ProcessBuilder builder(Map<String, String> environment, String... words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dstdout.encoding=UTF-8",
            "-Dstderr.encoding=UTF-8",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }

  /** Of whoever runs this Florin: how commands reach its database and its keys. */
  static Map<String, String> environment(TestApp florin) {
    return Map.of(
        "FLORIN_DATABASE_URL", florin.database().url(),
        "FLORIN_KEYS_FILE", florin.keysFile().toAbsolutePath().toString());
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
