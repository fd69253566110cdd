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

/** `./florin connectors add|list|check|enable|disable`: asks the service that runs. */
@Command(
    name = "connectors",
    description = "Add, check, enable and disable ways to providers, at a running service.")
public final class ConnectorsCommand {
  private static final String PATH = "/v2/connectors";

  /** Before the name of a secret field, in capitals. */
  private static final String VARIABLE = "FLORIN_CONNECTOR_";

  private final PrintStream out;
  private final Terminal terminal;

  ConnectorsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.out = terminal.out();
  }

  @Command(
      name = "add",
      description = {
        "Add a connector, as a draft. In live mode, add it in the dashboard, unless an owner allows live settings by API key there.",
        "Its secrets are asked for, a line each where they are piped in; or they are in variables: "
            + VARIABLE
            + "SECRET_KEY for the field secret_key."
      })
  int add(
      @Option(names = "--kind", description = "The provider (default: the only one there is).")
          @Nullable String kind,
      @Option(names = "--name", description = "Your word for it (default: the provider's name).")
          Optional<String> name,
      @Option(
              names = "--set",
              paramLabel = "FIELD=VALUE",
              description = "A field that is no secret; several times.")
          @Nullable Map<String, String> set,
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    Map<String, String> settings = set == null ? Map.of() : set;
    try (var florin = new RestClient(asking)) {
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
      print(made);
      out.println("It is a draft. Next: ./florin connectors check " + made.get("id"));
      return 0;
    }
  }

  @Command(name = "list", description = "List the connectors of the key's account and mode.")
  int list(
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    try (var florin = new RestClient(asking)) {
      String answer = florin.get(PATH + "?limit=100");
      if (json) {
        out.println(answer);
      } else {
        objects(Json.readObject(answer).get("data")).forEach(this::print);
      }
      return 0;
    }
  }

  @Command(
      name = "check",
      description = "Try what is set against the provider, and print the protocol.")
  int check(
      @Parameters(paramLabel = "CONNECTOR", description = "cn_…") String id,
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    String answer = post(asking, id, "check");
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
              ? "It has passed. Next: ./florin connectors enable " + id
              : "It has failed. Mend what the steps say, and check it again.");
    }
    return passed ? 0 : FlorinCommand.FAILED;
  }

  @Command(name = "enable", description = "Have payments go to it, within a second.")
  int enable(
      @Parameters(paramLabel = "CONNECTOR", description = "cn_…") String id, @Mixin Asking asking) {
    Map<String, Object> enabled = Json.readObject(post(asking, id, "enable"));
    print(enabled);
    if (!Boolean.TRUE.equals(enabled.get("webhooks_requested"))) {
      out.println(
          "The provider was not asked to send webhooks to this service. Florin polls the provider instead, a little later. To have them, set FLORIN_BASE_URL to an https address that it can reach, and enable the connector again.");
    }
    return 0;
  }

  @Command(
      name = "disable",
      description = "Have it take nothing new, within a second; what is under way is finished.")
  int disable(
      @Parameters(paramLabel = "CONNECTOR", description = "cn_…") String id, @Mixin Asking asking) {
    print(Json.readObject(post(asking, id, "disable")));
    return 0;
  }

  private static String post(Asking asking, String id, String action) {
    ConnectorId connector =
        ConnectorId.KIND
            .parse(id)
            .orElseThrow(() ->
                new ConfigException(
                    "A connector's id is cn_ and 26 characters; ./florin connectors list shows them."));
    try (var florin = new RestClient(asking)) {
      return florin.post(PATH + "/" + connector + "/" + action, Map.of()).text();
    }
  }

  private static Map<?, ?> kind(RestClient florin, Optional<String> wanted) {
    List<Map<?, ?>> kinds = objects(Json.readObject(florin.get("/v2/connector_kinds")).get("data"));
    if (kinds.isEmpty()) {
      throw new CommandFailure("This service speaks to no providers.");
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

  /** A secret in a command stands in the list of processes, and in the shell's history. */
  private static void requireSettings(List<Map<?, ?>> fields, Map<String, String> settings) {
    for (Map<?, ?> field : fields) {
      String name = String.valueOf(field.get("name"));
      if (isSecret(field) && settings.containsKey(name)) {
        throw new ConfigException(
            name
                + " is a secret, which must not stand in a command. Leave it out, and it is asked for.");
      }
      if (!isSecret(field) && isRequired(field) && !settings.containsKey(name)) {
        throw new ConfigException("--set " + name + "=… is needed: " + field.get("hint") + ".");
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
              "There is no "
                  + name
                  + ": type it, pipe it in, or set "
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
        + (isRequired(field) ? ")" : "; an empty line for none)");
  }

  private static boolean isSecret(Map<?, ?> field) {
    return Boolean.TRUE.equals(field.get("secret"));
  }

  private static boolean isRequired(Map<?, ?> field) {
    return Boolean.TRUE.equals(field.get("required"));
  }

  private void print(Map<?, ?> connector) {
    out.printf(
        "%s  %-8s  %-4s  %-12s  %s%n",
        connector.get("id"),
        connector.get("status"),
        Boolean.TRUE.equals(connector.get("livemode")) ? "live" : "test",
        connector.get("kind"),
        connector.get("name"));
  }

  private static List<Map<?, ?>> objects(@Nullable Object list) {
    return list instanceof List<?> elements
        ? elements.stream().<Map<?, ?>>map(element -> (Map<?, ?>) element).toList()
        : List.of();
  }
}
