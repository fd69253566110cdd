package florin.cli;

import florin.app.CommandFailure;
import florin.cli.RestClient.RestReply;
import florin.cli.Trigger.ApiCall.Kind;
import florin.config.EditDistance;
import florin.http.Json;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `./florin trigger`: produces an event in test mode with real API calls. */
@Command(
    name = "trigger",
    header = "Trigger a test event.",
    description = {
      "The command makes the API calls that lead to the event, in test mode, and waits up to 30",
      "seconds for it."
    },
    footer = {"  ./florin trigger payment.failed", "  ./florin trigger --list"})
public final class TriggerCommand implements Callable<Integer> {
  private static final String BRAKE = "brake.";

  private static final String BY_PROVIDER =
      "Only a provider can cause %s. Cause it in the sandbox of the provider, with a connector to it.";

  private static final String BY_CARDS =
      "Only declined cards from browsers cause %s. Pay with ten different declined test cards on checkout pages.";

  /** Some events occur only after the simulated network has decided. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final PrintStream out;

  @Mixin private final ServiceOptions options;

  @Option(names = "--list", description = "List the types that can be triggered.")
  private boolean lists;

  @Parameters(
      arity = "0..1",
      paramLabel = "TYPE",
      description =
          "Type of event, for example payment.failed, or a bank transfer, for example bank_transfer.short.")
  private @Nullable String type;

  @Spec private CommandSpec spec = CommandSpec.create();

  TriggerCommand(Terminal terminal) {
    this.out = terminal.out();
    this.options = new ServiceOptions(terminal);
  }

  @Override
  public Integer call() throws InterruptedException {
    if (lists) {
      Trigger.names().forEach(out::println);
      return 0;
    }
    if (type == null) {
      throw new ParameterException(
          spec.commandLine(), "The type of event is missing. List the types with --list.");
    }
    Trigger trigger = Trigger.find(type).orElseThrow(this::unknown);
    if (trigger.calls().isEmpty()) {
      throw new CommandFailure((type.startsWith(BRAKE) ? BY_CARDS : BY_PROVIDER).formatted(type));
    }
    try (var florin = new RestClient(options)) {
      String object = make(florin, trigger);
      out.println(
          trigger.type().text() + "  " + awaitEvent(florin, trigger, object) + "  about " + object);
    }
    return 0;
  }

  /** Runs the calls, and returns the id of the object that the event is about. */
  private String make(RestClient florin, Trigger trigger) throws InterruptedException {
    var made = new ArrayList<String>();
    String page = "";
    for (Trigger.ApiCall call : trigger.calls()) {
      String path = filled(call.path(), made).replace("{0.page}", page);
      if (call.kind() == Kind.FIND) {
        made.add(await(florin, path, filled(call.body(), made)));
        continue;
      }
      RestReply reply =
          switch (call.kind()) {
            case POST -> florin.post(path, filled(call.body(), made));
            case DELETE -> florin.delete(path);
            case FORM -> florin.submit(path, call.body());
            case FIND -> throw new IllegalStateException("it is no call of its own");
          };
      out.println(
          (call.kind() == Kind.DELETE ? "DELETE " : "POST ") + path + " → " + reply.status());
      if (call.kind() != Kind.FORM) {
        made.add(id(reply));
        page = page(reply).orElse(page);
      }
    }
    return made.stream()
        .filter(id -> id.startsWith(trigger.prefix()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing of " + trigger.type() + ": " + made));
  }

  private static String awaitEvent(RestClient florin, Trigger trigger, String object)
      throws InterruptedException {
    return await(
        florin,
        "/v2/events?limit=1&type=" + trigger.type().text() + "&object_id=" + object,
        Map.of());
  }

  /** Waits for a list entry with these fields, and returns its id. */
  private static String await(RestClient florin, String list, Map<String, Object> fields)
      throws InterruptedException {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    do {
      if (Json.readObject(florin.get(list)).get("data") instanceof List<?> all) {
        for (Object one : all) {
          if (one instanceof Map<?, ?> found
              && fields.entrySet().stream()
                  .allMatch(field -> field.getValue().equals(found.get(field.getKey())))) {
            return String.valueOf(found.get("id"));
          }
        }
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() < giveUp);
    throw new CommandFailure(
        "All calls succeeded, but %s has shown no result within %d seconds. Check the list later."
            .formatted(list, PATIENCE.toSeconds()));
  }

  /**
   * Returns the id of the created object, which can be a failed payment or setup. For a file, it is
   * the id of its statement.
   */
  private static String id(RestReply reply) {
    Map<String, Object> body = reply.body();
    if (body.get("bank_statements") instanceof List<?> statements
        && !statements.isEmpty()
        && statements.getFirst() instanceof Map<?, ?> statement) {
      return String.valueOf(statement.get("id"));
    }
    Object id =
        body.get("error") instanceof Map<?, ?> error
            ? error.containsKey("payment") ? error.get("payment") : error.get("setup")
            : body.get("id");
    return String.valueOf(id);
  }

  /** Returns the path of the created object's page, if it has one. */
  private static Optional<String> page(RestReply reply) {
    return reply.body().get("url") instanceof String url
        ? Optional.of(URI.create(url).getRawPath())
        : Optional.empty();
  }

  private static Map<String, Object> filled(Map<String, Object> body, List<String> made) {
    var all = new LinkedHashMap<String, Object>(body);
    all.replaceAll((_, value) -> value instanceof String text ? filled(text, made) : value);
    return all;
  }

  private static String filled(String text, List<String> made) {
    String all = text;
    for (int i = 0; i < made.size(); i++) {
      all = all.replace("{" + i + "}", made.get(i));
    }
    return all;
  }

  private ParameterException unknown() {
    String wanted = String.valueOf(type);
    Optional<String> nearest =
        Trigger.names().stream()
            .min(Comparator.comparingInt(text -> EditDistance.of(text, wanted)));
    return new ParameterException(
        spec.commandLine(),
        "Unknown event "
            + wanted
            + nearest.map(text -> ". Did you mean " + text + "?").orElse(".")
            + " List the types with --list.");
  }
}
