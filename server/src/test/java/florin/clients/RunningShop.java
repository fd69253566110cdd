package florin.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.checkout.Payer;
import florin.cli.Cli;
import florin.cli.Cli.Ran;
import florin.client.Florin;
import florin.client.model.CreateWebhookEndpoint;
import florin.client.model.DeliveryAttempt;
import florin.client.model.EnabledEvent;
import florin.client.model.Event;
import florin.client.model.EventType;
import florin.client.model.ListEvents;
import florin.client.model.UpdateWebhookEndpoint;
import florin.client.model.WebhookEndpointWithSecret;
import florin.testing.TestApp;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An example shop of a client, in a process of its own, beside a service. */
final class RunningShop implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final String ANYWHERE = "https://shop.example/webhooks";

  private final TestApp app;
  private final Florin florin;
  private final Process process;
  private final String url;
  private final WebhookEndpointWithSecret endpoint;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Starts a shop: its first line of output is its address. */
  RunningShop(TestApp app, Path folder, String... command) throws Exception {
    this.app = app;
    String service = "http://127.0.0.1:" + app.app().port();
    florin = Florin.of(service, app.secretKey());
    endpoint =
        florin
            .webhookEndpoints()
            .create(
                new CreateWebhookEndpoint(ANYWHERE)
                    .enabledEvents(
                        List.of(
                            EnabledEvent.CHECKOUT_SESSION_COMPLETED,
                            EnabledEvent.PAYMENT_REFUNDED)));
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("FLORIN_URL", service);
    builder.environment().put("FLORIN_SECRET_KEY", app.secretKey());
    builder.environment().put("FLORIN_WEBHOOK_SECRET", endpoint.secret());
    process = builder.start();
    url = firstLine(process.inputReader());
  }

  private static String firstLine(BufferedReader output) throws Exception {
    var line =
        CompletableFuture.supplyAsync(() -> {
          try {
            return String.valueOf(output.readLine());
          } catch (IOException ended) {
            return "nothing";
          }
        });
    String first = line.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    assertThat(first).as("the first line of the shop").startsWith("http://127.0.0.1:");
    return first;
  }

  /** Sells, ships and refunds an order, with each step twice. */
  void sellOnce(String order) throws Exception {
    florin
        .webhookEndpoints()
        .update(endpoint.id(), new UpdateWebhookEndpoint().url(url + "/webhooks"));
    long refunds = refunds();
    String page = text("/orders/" + order);
    assertThat(text("/orders/" + order)).isEqualTo(page);
    Payer.of(app).pay(URI.create(page).getRawPath(), Payer.GOOD);
    await().atMost(LONGEST).until(() -> orders().contains("\"shipped\":1,\"refunded\":false"));

    Event completed =
        florin
            .events()
            .list(new ListEvents().type(EventType.CHECKOUT_SESSION_COMPLETED))
            .data()
            .getFirst();
    florin.events().resend(completed.id());
    await().atMost(LONGEST).until(() -> arrivals(completed) == 2);
    assertThat(orders()).as("shipped once").contains("\"shipped\":1,");
    assertThat(forged()).isEqualTo(400);

    String refund = text("/refund/" + order);
    assertThat(text("/refund/" + order)).isEqualTo(refund).startsWith("re_");
    assertThat(refunds() - refunds).isEqualTo(1);
    assertThat(florin.refunds().retrieve(refund).amount()).isEqualTo(2300);
    await().atMost(LONGEST).until(() -> orders().contains("\"refunded\":true"));
    florin.webhookEndpoints().update(endpoint.id(), new UpdateWebhookEndpoint().url(ANYWHERE));
  }

  /**
   * Runs `./florin drill shop` on this shop.
   *
   * @param patience in seconds
   */
  Ran drill(int patience) {
    return Cli.run(
        "drill",
        "shop",
        url,
        "--secret",
        endpoint.secret(),
        "--url",
        "http://127.0.0.1:" + app.app().port(),
        "--key",
        app.secretKey(),
        "--patience",
        Integer.toString(patience));
  }

  private String orders() throws Exception {
    return text("/orders").replace(" ", "");
  }

  private long arrivals(Event event) {
    return florin.events().listDeliveries(event.id()).stream()
        .flatMap(it -> it.attempts().stream())
        .filter(it -> it.result() == DeliveryAttempt.Result.DELIVERED)
        .count();
  }

  private long refunds() {
    return florin.refunds().list().stream().count();
  }

  private String text(String path) throws Exception {
    HttpResponse<String> response = http.send(request(path).build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(200);
    return response.body();
  }

  private int forged() throws Exception {
    return http.send(
            request("/webhooks")
                .header("service-signature", "t=1800000000,v1=00")
                .POST(BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(LONGEST);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    http.shutdownNow();
  }
}
