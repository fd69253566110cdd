package florin.cli;

import static java.util.Objects.requireNonNull;

import florin.app.CommandFailure;
import florin.config.ConfigException;
import florin.http.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin settlements import|list`: calls a running service. */
@Command(
    name = "settlements",
    header = "Import settlement files of providers, and list them.",
    footer = {
      "  ./florin settlements import --connector cn_01h455vb4pex5vsknk084sn02q --format adyen details.csv",
      "  ./florin settlements list"
    })
public final class SettlementsCommand {
  private static final String PATH = "/v2/settlements";

  /** The longest name of a file that the API takes. */
  private static final int MAX_NAME = 60;

  /** The most bytes of a mapping: the characters that the API takes, as UTF-8. */
  private static final int MAX_MAPPING = 16_384;

  private final PrintStream out;
  private final PrintStream err;

  SettlementsCommand(Terminal terminal) {
    this.out = terminal.out();
    this.err = terminal.err();
  }

  @Command(
      name = "import",
      header = "Import settlement files of a connector's provider.",
      description = {
        "Florin imports each file completely or not at all. If a file fails, the command prints",
        "the reason, continues with the next file, and exits with 1."
      },
      footer =
          "  ./florin settlements import --connector cn_01h455vb4pex5vsknk084sn02q --format adyen details.csv")
  int take(
      @Parameters(
              arity = "1..*",
              paramLabel = "FILE",
              description = "Settlement file in CSV, up to 16 MiB.")
          List<Path> files,
      @Option(
              names = "--connector",
              required = true,
              paramLabel = "CONNECTOR",
              description = "Id of the connector whose provider wrote the files, cn_….")
          String connector,
      @Option(
              names = "--format",
              description =
                  "Format: adyen (settlement details report), stripe (itemized payout reconciliation"
                      + " report) or plain (Florin's own format).")
          @Nullable String format,
      @Option(
              names = "--mapping",
              description =
                  "File that describes the columns of another CSV, instead of --format: a key and a value on each line, up to 4,000 characters.")
          @Nullable Path mapping,
      @Mixin ServiceOptions options) {
    if ((format == null) == (mapping == null)) {
      throw new ConfigException("Give either --format or --mapping.");
    }
    String query =
        "?connector="
            + encoded(connector)
            + (mapping == null ? "&format=" + format(format) : mapping(mapping));
    boolean allTaken = true;
    try (var florin = new RestClient(options)) {
      for (Path file : files) {
        allTaken &= take(florin, file, query);
      }
    }
    return allTaken ? 0 : FlorinCommand.FAILED;
  }

  private boolean take(RestClient florin, Path file, String query) {
    String name =
        Optional.ofNullable(file.getFileName())
            .map(Path::toString)
            .filter(text -> text.length() <= MAX_NAME)
            .map(text -> "&file_name=" + encoded(text))
            .orElse("");
    try {
      Map<String, Object> taken = florin.post(PATH + query + name, file).body();
      out.println(file + "  " + taken.get("id") + "  " + lines(taken));
      return true;
    } catch (CommandFailure | ConfigException failed) {
      err.println(file + ": " + failed.getMessage());
      return false;
    }
  }

  /** Returns the number of lines, and of each status that any line has, as the API names it. */
  private static String lines(Map<String, Object> taken) {
    String lines =
        taken.get("lines") + (Integer.valueOf(1).equals(taken.get("lines")) ? " line" : " lines");
    return taken.get("counts") instanceof Map<?, ?> counts
        ? counts.entrySet().stream()
            .filter(count -> count.getValue() instanceof Number number && number.longValue() > 0)
            .map(count -> count.getKey() + " " + count.getValue())
            .collect(Collectors.joining(", ", lines + ": ", ""))
        : lines;
  }

  private static String mapping(Path file) {
    try {
      if (Files.size(file) > MAX_MAPPING) {
        throw new ConfigException("The file of --mapping has more than 16 KiB.");
      }
      return "&format=mapping&mapping=" + encoded(Files.readString(file));
    } catch (IOException _) {
      throw new ConfigException("The file of --mapping can't be read as UTF-8.");
    }
  }

  private static String format(@Nullable String text) {
    return switch (requireNonNull(text)) {
      case "adyen" -> "adyen_settlement_details";
      case "stripe" -> "stripe_payout_reconciliation";
      case "plain" -> "csv";
      default -> throw new ConfigException("--format must be adyen, stripe or plain.");
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Command(
      name = "list",
      header = "List imported settlement files, newest first.",
      footer = "  ./florin settlements list")
  int list(
      @Option(
              names = "--limit",
              defaultValue = "20",
              description = "Number of files, 1 to 100. Default: ${DEFAULT-VALUE}.")
          int limit,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      String answer = florin.get(PATH + "?limit=" + limit);
      if (json) {
        out.println(answer);
      } else if (Json.readObject(answer).get("data") instanceof List<?> files) {
        var table = new TextTable("SETTLEMENT", "CONNECTOR", "FORMAT", "LINES", "FILE", "MODE");
        for (Object each : files) {
          var file = (Map<?, ?>) each;
          table.add(
              file.get("id"),
              file.get("connector"),
              file.get("format"),
              file.get("lines"),
              file.get("file_name"),
              Boolean.TRUE.equals(file.get("livemode")) ? "live" : "test");
        }
        table.print(out);
      }
      return 0;
    }
  }
}
