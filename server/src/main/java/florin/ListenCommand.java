package florin;

import florin.webhook.WebhookSigner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin listen`: what happens in test mode, as it happens, and on to a server at hand. */
@Command(
    name = "listen",
    description = "Print each event as it happens, and forward it, signed, to a server of yours.")
final class ListenCommand implements Callable<Integer> {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Mixin private Asking asking = new Asking();

  @Option(
      names = "--forward-to",
      paramLabel = "URL",
      description = "Where each event is posted, for example http://localhost:4242/webhook.")
  private @Nullable URI forwardTo;

  @Option(names = "--secret", description = "What to sign with (default: a new secret).")
  private @Nullable String secret;

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private String lastId = "";

  @Override
  public Integer call() throws InterruptedException {
    WebhookSigner signer = WebhookSigner.of(secret);
    System.out.println("Listening at " + asking.url() + "; Ctrl-C ends it.");
    if (forwardTo != null) {
      System.out.println("Forwarding to " + forwardTo + ", signed with " + signer.secret());
    }
    while (true) {
      try {
        follow(signer);
      } catch (IOException broken) {
        System.out.println(Colour.GREY.of("(the stream broke off: " + broken.getMessage() + ")"));
      }
      Thread.sleep(PAUSE);
    }
  }

  private void follow(WebhookSigner signer) throws IOException, InterruptedException {
    HttpRequest.Builder request = asking.request("/v2/events/stream");
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      if (response.statusCode() != 200) {
        throw new ConfigException(
            "Florin answers " + response.statusCode() + ": " + lines.readLine());
      }
      String type = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          lastId = line.substring("id: ".length());
        } else if (line.startsWith("event: ")) {
          type = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          show(type, line.substring("data: ".length()), signer);
        }
      }
    }
  }

  private void show(String type, String body, WebhookSigner signer) throws InterruptedException {
    String id = lastId.substring(lastId.indexOf('.') + 1);
    System.out.println(Colour.ofEvent(type).of(type) + "  " + id + Colour.GREY.of("\n  " + body));
    if (forwardTo != null) {
      System.out.println("  " + forward(forwardTo, id, body, signer));
    }
  }

  private String forward(URI to, String id, String body, WebhookSigner signer)
      throws InterruptedException {
    var request =
        HttpRequest.newBuilder(to)
            .timeout(ANSWER_TIMEOUT)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(BodyPublishers.ofString(body));
    for (Map.Entry<String, String> header : signer.headers(id, body, Instant.now()).entrySet()) {
      request.header(header.getKey(), header.getValue());
    }
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      Colour colour = answer.statusCode() / 100 == 2 ? Colour.GREEN : Colour.RED;
      return colour.of("→ " + answer.statusCode())
          + " "
          + answer.body().lines().findFirst().orElse("");
    } catch (IOException failed) {
      return Colour.RED.of("→ no answer: " + failed);
    }
  }
}
