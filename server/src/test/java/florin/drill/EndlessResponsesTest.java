package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.TestPostgres;
import florin.drill.FlorinUnderAbuse.Weight;
import florin.testing.EndlessServer;
import florin.testing.TestClient;
import florin.webhook.Receiver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import standin.EndlessResponse;

/**
 * Servers that Florin calls send endless responses to a service with a heap of 64 MB. Many webhook
 * receivers and a provider do so concurrently, each with another endless part. Meanwhile another
 * merchant accepts payments, and its receiver gets every event. The usual run tests each part
 * alone, in the tests of the HTTP clients.
 */
@Tag("drill")
class EndlessResponsesTest {
  /** The limits for a service with -Xmx64m, in MiB and threads. */
  private static final Weight MOST = new Weight(44, 12, 260, 90);

  private static final long MOST_SENT = 64 << 20;
  private static final List<EndlessResponse> ALL = List.of(EndlessResponse.values());
  private static final int EVENTS = 10;
  private static final int CONNECTORS = 12;
  private static final int MOST_ROUNDS = 20;

  @TempDir Path folder;

  @Test
  void no_part_of_an_endless_response_stops_the_service_or_blocks_others() throws Exception {
    List<EndlessServer> receivers = new ArrayList<>();
    ALL.forEach(each -> receivers.add(new EndlessServer(each, MOST_SENT)));
    try (var provider = new EndlessServer(ALL, MOST_SENT);
        var honest = new Receiver();
        var florin =
            FlorinUnderAbuse.start(
                folder,
                TestPostgres.freshDatabase(),
                "64m",
                List.of("-XX:TieredStopAtLevel=1"),
                List.of("FLORIN_STRIPE_URL=" + provider.url()));
        var merchant = new TestClient(florin.port(), florin.secretKey());
        var hostile = new TestClient(florin.port(), florin.hostileKey())) {
      subscribe(merchant, honest.url("/hook"));
      receivers.forEach(receiver -> subscribe(hostile, receiver.url() + "/hook"));
      try (var neighbour = new Neighbour(florin.port(), florin.secretKey())) {
        neighbour.awaitServed(1);
        for (int i = 0; i < EVENTS; i++) {
          assertThat(hostile.post("/v2/customers", "{}").status()).isEqualTo(200);
        }
        checkConnectors(hostile, provider);

        Drill.within(Drill.PATIENCE).until(() -> areAllCut(receivers));
        assertThat(provider.cut()).isEqualTo(provider.begun()).isGreaterThanOrEqualTo(ALL.size());
        neighbour.awaitServed(2);
        assertThat(florin.isAlive()).isTrue();
        assertThat(florin.weigh()).matches(w -> w.isWithin(MOST), "within " + MOST);
        int seen = honest.at("/hook").size();
        Drill.within(Drill.PATIENCE).until(() -> honest.at("/hook").size() > seen);
      }
    } finally {
      receivers.forEach(EndlessServer::close);
    }
  }

  private static void subscribe(TestClient client, String url) {
    var reply =
        client.post(
            "/v2/webhook_endpoints",
            "{\"url\": \""
                + url
                + "\", \"enabled_events\": [\"customer.created\", \"payment.succeeded\"]}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }

  /**
   * Runs checks until the provider has received a request for each endless part. None gets a
   * response.
   */
  private static void checkConnectors(TestClient client, EndlessServer provider) throws Exception {
    List<String> checks = new ArrayList<>();
    for (int i = 0; i < CONNECTORS; i++) {
      var made =
          client.post(
              "/v2/connectors",
              "{\"kind\": \"stripe\", \"name\": \"Endless %d\", \"credentials\": {\"secret_key\": \"sk_test_abcdefgh12\"}}"
                  .formatted(i));
      assertThat(made.status()).as(made.body()).isEqualTo(200);
      checks.add("/v2/connectors/" + made.text("/id") + "/check");
    }
    for (int round = 0; round < MOST_ROUNDS && provider.begun() < ALL.size(); round++) {
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Integer>> running = new ArrayList<>();
        checks.forEach(
            check -> running.add(threads.submit(() -> client.post(check, "{}").status())));
        for (Future<Integer> each : running) {
          assertThat(each.get()).isIn(200, 503); // few checks run at the same time
        }
      }
    }
  }

  private static boolean areAllCut(List<EndlessServer> receivers) {
    return receivers.stream().allMatch(each -> each.cut() > 0 && each.cut() == each.begun());
  }
}
