package florin.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.EventId;
import florin.db.Db;
import florin.event.EventFeed.Position;
import florin.http.JsonText;
import florin.testing.Dump;
import florin.testing.TestApp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stream of events over HTTP. */
class EventStreamTest {
  /** An event ID of the current hour: an old ID would count as one that is no longer kept. */
  private static final UUID LATE =
      new UUID(System.currentTimeMillis() << 16 | 0x7000, 0x8000_0000_0000_0001L);

  private TestApp florin;

  @BeforeEach
  void open() {
    florin = TestApp.open();
  }

  @AfterEach
  void close() {
    florin.close();
  }

  private record Followed(String id, String event, String data) {}

  @Test
  void events_arrive_as_they_are_committed_and_a_broken_stream_loses_none() throws Exception {
    String last;
    try (var follower = new Follower(Optional.empty())) {
      String customer = florin.post("/v2/customers", "{}").text("/id");
      follower.awaitEvents(1);
      Followed first = follower.got.getFirst();
      assertThat(first.event()).isEqualTo("customer.created");
      assertThat(first.data()).contains(customer);
      assertThat(florin.get("/v2/events?limit=1").body()).contains(first.data());
      last = first.id();
    }
    IntStream.range(0, 120).forEach(_ -> florin.post("/v2/customers", "{}"));
    try (var follower = new Follower(Optional.of(last))) {
      follower.awaitEvents(120);
      assertThat(follower.got).extracting(Followed::id).doesNotHaveDuplicates();
      assertThat(follower.got).hasSize(120);
    }
  }

  /**
   * IDs are created before their commit. The stream must not send an event while an earlier
   * transaction is still open.
   */
  @Test
  void an_event_that_commits_late_precedes_later_ones_and_each_arrives_once() throws Exception {
    try (var follower = new Follower(Optional.empty());
        var db = new Db(florin.database());
        Connection slow = florin.database().connect()) {
      var feed = new EventFeed(db);
      Position begin = new Position("0", new UUID(0, 0));
      slow.setAutoCommit(false);
      Db.update(
          slow,
          "INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at) VALUES (?, ?, 'customer.created', gen_random_uuid(), 1, '{\"late\": true}', now())",
          florin.realm().id(),
          LATE);
      String overtaking = florin.post("/v2/customers", "{}").text("/id");
      assertThat(florin.get("/v2/events").texts("/data", "id")).hasSize(1);

      EventFeed.FeedPage open = feed.after(florin.realm(), begin);
      assertThat(open.events()).as("events while an older transaction is open").isEmpty();
      slow.commit();

      follower.awaitEvents(2);
      String last = florin.post("/v2/customers", "{}").text("/id");
      follower.awaitEvents(3);
      assertThat(follower.got).extracting(Followed::id).doesNotHaveDuplicates();
      assertThat(follower.got)
          .extracting(Followed::data)
          .satisfiesExactly(
              first -> assertThat(first).isEqualTo("{\"late\": true}"),
              second -> assertThat(second).contains(overtaking),
              third -> assertThat(third).contains(last));
      assertThat(feed.after(florin.realm(), open.next()).events())
          .as("positions after the page that was requested during the transaction")
          .extracting(event -> event.position().toString())
          .containsExactlyElementsOf(follower.got.stream().map(Followed::id).toList());
    }
  }

  @Test
  void transaction_ids_are_ordered_by_number_and_not_by_text() throws Exception {
    String first = florin.post("/v2/customers", "{}").text("/id");
    String second = florin.post("/v2/customers", "{}").text("/id");
    florin.update("UPDATE event SET position = '9' WHERE body LIKE ?", "%" + first + "%");
    florin.update("UPDATE event SET position = '10' WHERE body LIKE ?", "%" + second + "%");

    try (var follower = new Follower(Optional.of("3." + new EventId(new UUID(0, 0))))) {
      follower.awaitEvents(2);
      assertThat(follower.got.get(0).data()).contains(first);
      assertThat(follower.got.get(1).data()).contains(second);
    }
  }

  @Test
  void a_client_from_before_a_restore_of_a_dump_continues_at_its_position() throws Exception {
    String known;
    try (var follower = new Follower(Optional.empty())) {
      IntStream.range(0, 3).forEach(_ -> florin.post("/v2/customers", "{}"));
      follower.awaitEvents(3);
      known = asDumped(follower.got.get(1).id());
    }
    florin.close();
    Dump.restore(florin);
    florin = florin.reopen();
    florin.post("/v2/customers", "{}");
    List<String> newest = florin.get("/v2/events").texts("/data", "id");

    try (var follower = new Follower(Optional.of(known))) {
      follower.awaitEvents(2);
      assertThat(follower.got)
          .extracting(event -> JsonText.of(event.data()).find("/id").orElseThrow())
          .containsExactly(newest.get(1), newest.get(0));
    }
  }

  @Test
  void a_client_with_an_event_that_a_restored_database_lacks_starts_at_the_beginning()
      throws Exception {
    String known;
    try (var follower = new Follower(Optional.empty())) {
      IntStream.range(0, 2).forEach(_ -> florin.post("/v2/customers", "{}"));
      follower.awaitEvents(2);
      known = asDumped(follower.got.get(1).id());
    }
    florin.update("DELETE FROM event WHERE id = (SELECT max(id::text)::uuid FROM event)");

    try (var follower = new Follower(Optional.of(known))) {
      follower.awaitEvents(1);
      assertThat(follower.got).hasSize(1);
    }
  }

  /**
   * Returns the ID of a streamed event as the PostgreSQL server of the dump would have assigned it.
   */
  private static String asDumped(String id) {
    String[] parts = id.split("\\.");
    return Long.parseLong(parts[0]) + Dump.TRANSACTIONS + "." + parts[1];
  }

  @Test
  void a_stop_ends_the_streams() throws Exception {
    try (var follower = new Follower(Optional.empty())) {
      florin.close();
      assertThat(follower.thread.join(Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void an_invalid_position_is_rejected() {
    HttpRequest request =
        florin.client().request("/v2/events/stream").header("Last-Event-ID", "evt_1").build();
    assertThat(florin.client().send(request).status()).isEqualTo(400);
  }

  /** Reads a stream on its own thread. */
  private final class Follower implements AutoCloseable {
    final List<Followed> got = new CopyOnWriteArrayList<>();
    final Thread thread;
    private final HttpClient client = HttpClient.newHttpClient();

    Follower(Optional<String> after) throws Exception {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:" + florin.app().port() + "/v2/events/stream"))
              .header("Authorization", "Bearer " + florin.secretKey());
      after.ifPresent(id -> request.header("Last-Event-ID", id));
      HttpResponse<java.io.InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
      var lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("retry: 1000");
      thread = Thread.ofVirtual().start(() -> read(lines));
    }

    private void read(BufferedReader lines) {
      String id = "";
      String event = "";
      try {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith("id: ")) {
            id = line.substring(4);
          } else if (line.startsWith("event: ")) {
            event = line.substring(7);
          } else if (line.startsWith("data: ")) {
            got.add(new Followed(id, event, line.substring(6)));
          }
        }
      } catch (IOException ended) {
        assertThat(ended).isNotNull(); // either end may close the stream
      }
    }

    void awaitEvents(int count) {
      await().atMost(Duration.ofSeconds(60)).until(() -> got.size() >= count);
    }

    @Override
    public void close() {
      client.shutdownNow();
    }
  }
}
