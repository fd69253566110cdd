package florin.cli;

import florin.app.CommandFailure;
import florin.config.ConfigException;
import florin.core.Id.ConnectorId;
import florin.http.Json;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin connectors add|list|check|enable|default|disable`: calls a running service. */
@Command(
    name = "connectors",
    header = "Add, check, enable, order and disable connectors to providers.",
    footer = {
      "  ./florin connectors add --kind stripe --name \"Main account\"",
      "  ./florin connectors check cn_01h455vb4pex5vsknk084sn02q"
    })
public final class ConnectorsCommand {
  private static final String PATH = "/v2/connectors";

  /** The prefix of the variables for secret fields, followed by the field's name in capitals. */
  private static final String VARIABLE = "FLORIN_CONNECTOR_";

  private final PrintStream out;
  private final Terminal terminal;

  ConnectorsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.out = terminal.out();
  }

  @Command(
      name = "add",
      header = "Add a connector as a draft.",
      description = {
        "The command asks for each secret. If standard input is not a terminal, it reads one line",
        "per secret. The variable "
            + VARIABLE
            + "SECRET_KEY takes precedence for the field secret_key.",
        "In live mode, add connectors in the dashboard, unless an owner allows live settings with",
        "an API key there."
      },
      footer = "  ./florin connectors add --kind stripe --name \"Main account\"")
  int add(
      @Option(
              names = "--kind",
              description =
                  "Provider of the connector. Default: the provider, if there is only one.")
          @Nullable String kind,
      @Option(
              names = "--name",
              description = "Name of the connector. Default: the name of the provider.")
          Optional<String> name,
      @Option(
              names = "--set",
              paramLabel = "FIELD=VALUE",
              description =
                  "Field of the connector that is not a secret. Repeat the option for each field.")
          @Nullable Map<String, String> set,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    Map<String, String> settings = set == null ? Map.of() : set;
    try (var florin = new RestClient(options)) {
      Map<?, ?> chosen = kind(florin, Optional.ofNullable(kind));
      List<Map<?, ?>> fields = objects(chosen.get("fields"));
      requireSettings(fields, settings);
      var body = new LinkedHashMap<String, Object>();
      body.put("kind", chosen.get("kind"));
      name.ifPresent(text -> body.put("name", text));
      body.put("settings", settings);
      body.put("credentials", secrets(fields));
      String answer = florin.post(PATH, body).text();
      if (json) {
        out.println(answer);
        return 0;
      }
      Map<String, Object> made = Json.readObject(answer);
      table(List.of(made)).printRows(out);
      out.println(
          "The connector is a draft. Next, check it: ./florin connectors check " + made.get("id"));
      return 0;
    }
  }

  @Command(
      name = "list",
      header = "List the connectors of the key's account and mode.",
      footer = "  ./florin connectors list")
  int list(
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      String answer = florin.get(PATH + "?limit=100");
      if (json) {
        out.println(answer);
      } else {
        table(objects(Json.readObject(answer).get("data"))).print(out);
      }
      return 0;
    }
  }

  @Command(
      name = "check",
      header = "Check a connector against its provider, step by step.",
      exitCodeList = {
        "0:The check passed.",
        "1:The check or the command failed.",
        "2:An option or argument is wrong."
      },
      footer = "  ./florin connectors check cn_01h455vb4pex5vsknk084sn02q")
  int check(
      @Parameters(paramLabel = "CONNECTOR", description = "Id of the connector, cn_….") String id,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    String answer = post(options, id, "check");
    Map<?, ?> check =
        Json.readObject(answer).get("check") instanceof Map<?, ?> found ? found : Map.of();
    boolean passed = Boolean.TRUE.equals(check.get("passed"));
    if (json) {
      out.println(answer);
    } else {
      objects(check.get("steps"))
          .forEach(step ->
              out.printf(
                  "%-8s %s: %s%n", step.get("result"), step.get("title"), step.get("detail")));
      out.println(
          passed
              ? "The check passed. Next, enable the connector: ./florin connectors enable " + id
              : "The check failed. Fix the failed steps, then check the connector again.");
    }
    return passed ? 0 : FlorinCommand.FAILED;
  }

  @Command(
      name = "enable",
      header = "Send new payments to a connector, within a second.",
      description = "The connector must have passed its check.",
      footer = "  ./florin connectors enable cn_01h455vb4pex5vsknk084sn02q")
  int enable(
      @Parameters(paramLabel = "CONNECTOR", description = "Id of the connector, cn_….") String id,
      @Mixin ServiceOptions options) {
    Map<String, Object> enabled = Json.readObject(post(options, id, "enable"));
    table(List.of(enabled)).printRows(out);
    if (!Boolean.TRUE.equals(enabled.get("webhooks_requested"))) {
      out.println(
          "The provider doesn't send webhooks to this service, so Florin queries the provider instead. To get webhooks, set FLORIN_BASE_URL to an https address that the provider can reach, and enable the connector again.");
    }
    return 0;
  }

  @Command(
      name = "default",
      header = "Make an enabled connector the default for new payments.",
      description = {
        "A payment that names no connector goes to the first one that fits, beginning with the",
        "default."
      },
      footer = "  ./florin connectors default cn_01h455vb4pex5vsknk084sn02q")
  int makeDefault(
      @Parameters(paramLabel = "CONNECTOR", description = "Id of the connector, cn_….") String id,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      String answer = florin.post(PATH + "/" + connector(id), Map.of("position", 1)).text();
      table(List.of(Json.readObject(answer))).printRows(out);
    }
    return 0;
  }

  @Command(
      name = "disable",
      header = "Stop sending new payments to a connector, within a second.",
      description = "Florin finishes the operations in flight.",
      footer = "  ./florin connectors disable cn_01h455vb4pex5vsknk084sn02q")
  int disable(
      @Parameters(paramLabel = "CONNECTOR", description = "Id of the connector, cn_….") String id,
      @Mixin ServiceOptions options) {
    table(List.of(Json.readObject(post(options, id, "disable")))).printRows(out);
    return 0;
  }

  private static String post(ServiceOptions options, String id, String action) {
    try (var florin = new RestClient(options)) {
      return florin.post(PATH + "/" + connector(id) + "/" + action, Map.of()).text();
    }
  }

  private static ConnectorId connector(String id) {
    return ConnectorId.KIND
        .parse(id)
        .orElseThrow(() ->
            new ConfigException(
                "A connector id is cn_ and 26 characters. List the ids with ./florin connectors list."));
  }

  private static Map<?, ?> kind(RestClient florin, Optional<String> wanted) {
    List<Map<?, ?>> kinds = objects(Json.readObject(florin.get("/v2/connector_kinds")).get("data"));
    if (kinds.isEmpty()) {
      throw new CommandFailure("This service supports no providers.");
    }
    if (wanted.isEmpty() && kinds.size() == 1) {
      return kinds.getFirst();
    }
    return kinds.stream()
        .filter(kind -> wanted.isPresent() && wanted.get().equals(kind.get("kind")))
        .findFirst()
        .orElseThrow(() ->
            new ConfigException(
                "--kind must be one of: "
                    + kinds.stream()
                        .map(kind -> String.valueOf(kind.get("kind")))
                        .collect(Collectors.joining(", "))
                    + "."));
  }

  /** Rejects secrets among the arguments: the process list and the shell's history show them. */
  private static void requireSettings(List<Map<?, ?>> fields, Map<String, String> settings) {
    for (Map<?, ?> field : fields) {
      String name = String.valueOf(field.get("name"));
      if (isSecret(field) && settings.containsKey(name)) {
        throw new ConfigException(
            name
                + " is a secret, and arguments are visible to other processes. Leave the option out; the command asks for the secret.");
      }
      if (!isSecret(field) && isRequired(field) && !settings.containsKey(name)) {
        throw new ConfigException("--set " + name + "=… is missing: " + field.get("hint") + ".");
      }
    }
  }

  private Map<String, Object> secrets(List<Map<?, ?>> fields) {
    var secrets = new LinkedHashMap<String, Object>();
    for (Map<?, ?> field : fields) {
      if (isSecret(field)) {
        String name = String.valueOf(field.get("name"));
        Optional<String> value =
            Optional.ofNullable(
                    terminal.environment().get(VARIABLE + name.toUpperCase(Locale.ROOT)))
                .filter(text -> !text.isBlank())
                .or(() -> terminal.secrets().read(terminal.err(), label(field)));
        if (value.isEmpty() && isRequired(field)) {
          throw new ConfigException(
              "The secret "
                  + name
                  + " is missing. Type it, pipe it in, or set "
                  + VARIABLE
                  + name.toUpperCase(Locale.ROOT)
                  + ".");
        }
        value.ifPresent(secret -> secrets.put(name, secret));
      }
    }
    return secrets;
  }

  private static String label(Map<?, ?> field) {
    return field.get("label")
        + " ("
        + field.get("hint")
        + (isRequired(field) ? ")" : "; leave empty for none)");
  }

  private static boolean isSecret(Map<?, ?> field) {
    return Boolean.TRUE.equals(field.get("secret"));
  }

  private static boolean isRequired(Map<?, ?> field) {
    return Boolean.TRUE.equals(field.get("required"));
  }

  private static TextTable table(List<? extends Map<?, ?>> connectors) {
    var table = new TextTable("CONNECTOR", "STATUS", "POSITION", "MODE", "PROVIDER", "NAME");
    connectors.forEach(connector ->
        table.add(
            connector.get("id"),
            connector.get("status"),
            connector.get("position") instanceof Integer position ? position : "",
            Boolean.TRUE.equals(connector.get("livemode")) ? "live" : "test",
            connector.get("kind"),
            connector.get("name")));
    return table;
  }

  private static List<Map<?, ?>> objects(@Nullable Object list) {
    return list instanceof List<?> elements
        ? elements.stream().<Map<?, ?>>map(element -> (Map<?, ?>) element).toList()
        : List.of();
  }
}
