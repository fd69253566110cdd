package florin.cli;

import florin.app.CommandFailure;
import florin.config.ConfigException;
import florin.core.Id.SandboxId;
import florin.http.Json;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin sandbox create|list|advance|reset|delete`: calls a running service. */
@Command(
    name = "sandbox",
    header = "Create sandboxes of test mode, and advance their clocks.",
    footer = {
      "  ./florin sandbox create Renewals",
      "  ./florin sandbox advance sb_01h455vb4pex5vsknk084sn02q 8d"
    })
final class SandboxCommand {
  private final PrintStream out;

  SandboxCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(
      name = "create",
      header = "Create a sandbox, and print its keys.",
      footer = "  ./florin sandbox create Renewals --seed 7")
  int create(
      @Parameters(paramLabel = "NAME", description = "Name of the sandbox.") String name,
      @Option(names = "--seed", description = "Seed of random values. Default: a random one.")
          Optional<Long> seed,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      Map<String, Object> body =
          seed.<Map<String, Object>>map(it -> Map.of("name", name, "seed", it))
              .orElseGet(() -> Map.of("name", name));
      Map<String, Object> made = florin.post("/v2/sandboxes", body).body();
      print(made);
      line("secret", made.get("secret_key"));
      line("publishable", made.get("publishable_key"));
    }
    return 0;
  }

  @Command(name = "list", header = "List sandboxes.", footer = "  ./florin sandbox list")
  int list(
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    String body;
    try (var florin = new RestClient(options)) {
      body = florin.get("/v2/sandboxes?limit=100");
    }
    if (json) {
      out.println(body);
      return 0;
    }
    var table = new TextTable("SANDBOX", "CLOCK", "CREATED", "NAME");
    if (Json.readObject(body).get("data") instanceof List<?> sandboxes) {
      for (Object each : sandboxes) {
        var sandbox = (Map<?, ?>) each;
        table.add(
            sandbox.get("id"),
            time(sandbox.get("now")),
            time(sandbox.get("created")),
            sandbox.get("name"));
      }
    }
    table.print(out);
    return 0;
  }

  @Command(
      name = "advance",
      header = "Advance the clock of a sandbox, and print the events of that time.",
      footer = {
        "  ./florin sandbox advance sb_01h455vb4pex5vsknk084sn02q 8d",
        "  ./florin sandbox advance sb_01h455vb4pex5vsknk084sn02q 2027-12-31T00:00:00Z"
      })
  int advance(
      @Parameters(paramLabel = "SANDBOX", description = "Id of the sandbox, sb_….") String id,
      @Parameters(
              paramLabel = "TIME",
              description =
                  "A time, or a duration from the time of the clock: 90s, 30m, 12h or 8d.")
          String time,
      @Mixin ServiceOptions options) {
    String path = "/v2/sandboxes/" + parsed(id);
    try (var florin = new RestClient(options)) {
      long now =
          Json.readObject(florin.get(path)).get("now") instanceof Number number
              ? number.longValue()
              : 0;
      long to = target(now, time);
      Map<String, Object> moved;
      do {
        moved = florin.post(path + "/advance", Map.of("to", to)).body();
        printEvents(moved);
      } while (!Boolean.TRUE.equals(moved.get("done")));
      if (moved.get("sandbox") instanceof Map<?, ?> sandbox) {
        print(sandbox);
      }
    }
    return 0;
  }

  private void printEvents(Map<String, Object> moved) {
    if (moved.get("events") instanceof List<?> events) {
      for (Object each : events) {
        var event = (Map<?, ?>) each;
        out.printf("%s  %s  %s%n", time(event.get("created")), event.get("id"), event.get("type"));
      }
    }
    if (Boolean.TRUE.equals(moved.get("has_more"))) {
      out.println("There are more events. List them with the key of the sandbox.");
    }
  }

  @Command(
      name = "reset",
      header = "Empty a sandbox, and set its clock to the real time. Its keys remain valid.",
      footer = "  ./florin sandbox reset sb_01h455vb4pex5vsknk084sn02q")
  int reset(
      @Parameters(paramLabel = "SANDBOX", description = "Id of the sandbox, sb_….") String id,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      print(florin.post("/v2/sandboxes/" + parsed(id) + "/reset", Map.of()).body());
    }
    return 0;
  }

  @Command(
      name = "delete",
      header = "Delete a sandbox with its objects, and revoke its keys.",
      footer = "  ./florin sandbox delete sb_01h455vb4pex5vsknk084sn02q")
  int delete(
      @Parameters(paramLabel = "SANDBOX", description = "Id of the sandbox, sb_….") String id,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      florin.delete("/v2/sandboxes/" + parsed(id));
    }
    out.println("The sandbox is deleted.");
    return 0;
  }

  private void print(Map<?, ?> sandbox) {
    line("sandbox", sandbox.get("id"));
    line("name", sandbox.get("name"));
    line("clock", time(sandbox.get("now")));
    line("seed", sandbox.get("seed"));
  }

  private void line(String name, @Nullable Object value) {
    out.printf("%-12s %s%n", name, value);
  }

  private static SandboxId parsed(String id) {
    return SandboxId.KIND
        .parse(id)
        .orElseThrow(() ->
            new ConfigException(
                "A sandbox id is sb_ and 26 characters. List the ids with ./florin sandbox list."));
  }

  /** Returns the time that is meant, in Unix seconds. */
  private static long target(long now, String text) {
    try {
      return text.matches("[0-9]{1,6}[smhd]")
          ? now + duration(text).toSeconds()
          : Instant.parse(text).getEpochSecond();
    } catch (DateTimeParseException malformed) {
      throw new CommandFailure(
          "The time is invalid. Use a duration such as 8d, or a time such as 2027-12-31T00:00:00Z.");
    }
  }

  private static Duration duration(String text) {
    boolean isDays = text.endsWith("d");
    return Duration.parse((isDays ? "P" : "PT") + text.toUpperCase(Locale.ROOT));
  }

  private static String time(@Nullable Object seconds) {
    return seconds instanceof Number number
        ? Instant.ofEpochSecond(number.longValue()).toString()
        : "";
  }
}
