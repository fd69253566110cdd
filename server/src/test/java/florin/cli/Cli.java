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

/** Runs the program's commands like an operator. */
public final class Cli {
  private Cli() {}

  /** The exit code of a command and its output. */
  public record Ran(int code, String out, String err) {}

  /** Runs a command in this process, without environment variables. */
  public static Ran run(String... words) {
    return run(Map.of(), words);
  }

  /** Runs a command in this process with these environment variables. */
  static Ran run(Map<String, String> environment, String... words) {
    return runPiped("", environment, words);
  }

  /** Runs a command in this process for a person at a terminal of this width, without colors. */
  static Ran show(int columns, Map<String, String> environment, String... words) {
    return runPiped("", environment, new Display(true, false, columns), words);
  }

  /** Runs a command in this process with piped input. */
  static Ran runPiped(String piped, Map<String, String> environment, String... words) {
    return runPiped(piped, environment, Display.PLAIN, words);
  }

  private static Ran runPiped(
      String piped, Map<String, String> environment, Display display, String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal =
        new Terminal(
            stream(out),
            stream(err),
            environment,
            SecretInput.of(new ByteArrayInputStream(piped.getBytes(StandardCharsets.UTF_8))),
            display);
    int code = FlorinCommand.commandLine(terminal, words).execute(words);
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command in a separate process, which takes some seconds of CPU time. */
  static Ran process(Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    Path err = Path.of("target", "cli-" + Thread.currentThread().threadId() + ".err");
    Process process = builder(environment, words).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out, java.nio.file.Files.readString(err));
  }

  /** Prepares such a process, which the caller starts. */
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

  /** Returns the environment of the operator, so that commands find the database and the keys. */
  static Map<String, String> environment(TestApp florin) {
    return Map.of(
        "FLORIN_DATABASE_URL", florin.database().url(),
        "FLORIN_KEYS_FILE", florin.keysFile().toAbsolutePath().toString());
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
