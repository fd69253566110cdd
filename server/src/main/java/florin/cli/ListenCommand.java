package florin.cli;

import florin.config.ConfigException;
import florin.core.UrlPort;
import florin.webhook.WebhookSigner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin listen`: prints events when they are committed, and forwards them to a server. */
@Command(
    name = "listen",
    header = "Print events as they happen, and forward them to your server.",
    description = {
      "Each forwarded event is signed like a webhook. If the connection breaks, the command",
      "reconnects and misses no event. Ctrl-C ends it."
    },
    footer = "  ./florin listen --forward-to http://localhost:4242/webhook")
final class ListenCommand implements Callable<Integer> {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
  private static final long MAX_ANSWER_BYTES = 1 << 20;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final PrintStream out;

  @Mixin private final ServiceOptions options;

  @Option(
      names = "--forward-to",
      paramLabel = "URL",
      description =
          "URL to which the command posts each event, for example http://localhost:4242/webhook.")
  private @Nullable URI forwardTo;

  @Option(names = "--secret", description = "Signing secret, whsec_…. Default: a new secret.")
  private @Nullable String secret;

  private String lastId = "";
  private boolean connected;

  ListenCommand(Terminal terminal) {
    this.out = terminal.out();
    this.options = new ServiceOptions(terminal);
  }

  /** Prints events until the process is interrupted. */
  @Override
  public Integer call() {
    requireForwardable();
    WebhookSigner signer = signer();
    try (var florin = new RestClient(options);
        var receiver = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build()) {
      while (true) {
        try {
          follow(florin, receiver, signer);
        } catch (IOException broken) {
          if (!connected) {
            throw florin.failure(broken);
          }
          out.println(
              Color.GRAY.of(
                  broken instanceof ConnectException
                      ? "(no response; trying again)"
                      : "(the connection broke: " + broken.getMessage() + "; trying again)"));
        }
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /**
   * Rejects a URL that events can't be forwarded to, such as `localhost:4242`, whose scheme would
   * be `localhost`.
   */
  private void requireForwardable() {
    if (forwardTo != null
        && (!Set.of("http", "https").contains(String.valueOf(forwardTo.getScheme()))
            || forwardTo.getHost() == null
            || !UrlPort.isPossible(forwardTo))) {
      throw new ConfigException(
          "--forward-to must be an http or https URL, for example http://localhost:4242/webhook.");
    }
  }

  private WebhookSigner signer() {
    try {
      return WebhookSigner.of(secret);
    } catch (IllegalArgumentException malformed) {
      throw new ConfigException("--secret must be a signing secret, whsec_… and 44 characters.");
    }
  }

  private void follow(RestClient florin, HttpClient receiver, WebhookSigner signer)
      throws IOException, InterruptedException {
    Map<String, String> from = lastId.isEmpty() ? Map.of() : Map.of("Last-Event-ID", lastId);
    try (var stream = florin.open("/v2/events/stream", from);
        var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      greet(signer);
      String type = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          lastId = line.substring("id: ".length());
        } else if (line.startsWith("event: ")) {
          type = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          show(type, line.substring("data: ".length()), receiver, signer);
        }
      }
    }
  }

  /** Prints the first lines after the stream is connected. Only later events are printed. */
  private void greet(WebhookSigner signer) {
    if (connected) {
      return;
    }
    connected = true;
    out.println("Listening at " + options.url() + ". Press Ctrl-C to stop.");
    if (forwardTo != null) {
      out.println("Forwarding to " + forwardTo + ", signed with " + signer.secret());
    }
  }

  private void show(String type, String body, HttpClient receiver, WebhookSigner signer)
      throws InterruptedException {
    String id = lastId.substring(lastId.indexOf('.') + 1);
    out.println(Color.ofEvent(type).of(type) + "  " + id + Color.GRAY.of("\n  " + body));
    if (forwardTo != null) {
      out.println("  " + forward(receiver, forwardTo, id, body, signer));
    }
  }

  private static String forward(
      HttpClient receiver, URI to, String id, String body, WebhookSigner signer)
      throws InterruptedException {
    var request =
        HttpRequest.newBuilder(to)
            .timeout(ANSWER_TIMEOUT)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(BodyPublishers.ofString(body));
    signer.headers(id, body, Instant.now()).forEach(request::header);
    try {
      HttpResponse<String> answer =
          receiver.send(
              request.build(), BodyHandlers.limiting(BodyHandlers.ofString(), MAX_ANSWER_BYTES));
      Color color = answer.statusCode() / 100 == 2 ? Color.GREEN : Color.RED;
      return color.of("→ " + answer.statusCode())
          + " "
          + answer.body().lines().findFirst().orElse("");
    } catch (IOException failed) {
      return Color.RED.of("→ no response: " + failed);
    }
  }
}
