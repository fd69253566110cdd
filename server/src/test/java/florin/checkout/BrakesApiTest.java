package florin.checkout;

import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a merchant sees of the brake: what it stops, its events, and its release. */
class BrakesApiTest {
  /** The requests that are slowed or asked for a proof before an address is closed. */
  private static final int STOPPED_BEFORE = 5;

  private TestApp florin;
  private Payer payer;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    payer = Payer.of(florin);
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void a_stopped_source_is_one_brake_with_one_event() {
    assertThat(florin.get("/v2/brakes").json().at("/data")).isEmpty();
    closeAddress(payer);
    refuse(3);

    Reply brake = awaitBrake("address", STOPPED_BEFORE + 3);
    assertThat(brake.text("/object")).isEqualTo("brake");
    assertThat(brake.text("/step")).isEqualTo("close");
    assertThat(brake.text("/value")).isEqualTo("127.0.0.1");
    assertThat(brake.json().at("/declined_cards").intValue()).isGreaterThanOrEqualTo(10);
    assertThat(brake.json().at("/until").longValue())
        .isGreaterThan(brake.json().at("/created").longValue());
    assertThat(events("brake.engaged", brake.text("/id"))).hasSize(1);

    Awaitility.await()
        .untilAsserted(() ->
            assertThat(florin.get("/v2/brakes/today").json().at("/stopped"))
                .anySatisfy(of -> {
                  assertThat(of.path("subject").asString("")).isEqualTo("address");
                  assertThat(of.path("step").asString("")).isEqualTo("close");
                  assertThat(of.path("requests").longValue()).isEqualTo(3);
                  assertThat(of.path("payers").longValue()).isEqualTo(1);
                }));
  }

  @Test
  void a_release_frees_the_source_on_all_nodes_and_after_a_restart() {
    try (TestApp second = florin.openAnotherNode()) {
      var elsewhere = Payer.of(second);
      closeAddress(payer);
      refuse(1);
      Awaitility.await()
          .untilAsserted(() ->
              assertThat(elsewhere.pay(path(Payer.session(florin, "")), Payer.GOOD).status())
                  .isEqualTo(429));
      releaseAll();

      assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status()).isEqualTo(303);
      Awaitility.await()
          .untilAsserted(() ->
              assertThat(elsewhere.pay(path(Payer.session(florin, "")), Payer.GOOD).status())
                  .isEqualTo(303));
    }
    florin.abandon();
    florin = florin.reopen();
    payer = Payer.of(florin);
    assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status()).isEqualTo(303);
  }

  @Test
  void releasing_a_released_brake_changes_nothing() {
    closeAddress(payer);
    refuse(1);
    String id = awaitBrake("address", STOPPED_BEFORE + 1).text("/id");

    Reply released = florin.post("/v2/brakes/" + id + "/release", "{}");
    assertThat(released.text("/status")).isEqualTo("released");
    assertThat(released.text("/release_reason")).isEqualTo("requested");
    Reply again = florin.post("/v2/brakes/" + id + "/release", "{}");
    assertThat(again.body()).isEqualTo(released.body());
    assertThat(events("brake.released", id)).hasSize(1);
    assertThat(florin.get("/v2/brakes?status=released").texts("/data", "id")).contains(id);
    assertThat(florin.get("/v2/brakes").texts("/data", "id")).doesNotContain(id);
  }

  @Test
  void a_brake_expires_when_its_cards_no_longer_count() {
    closeAddress(payer);
    refuse(1);
    String id = awaitBrake("address", STOPPED_BEFORE + 1).text("/id");
    florin.update("UPDATE brake SET engaged_until = now() - interval '1 second'");

    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() ->
            assertThat(florin.get("/v2/brakes/" + id).text("/release_reason"))
                .isEqualTo("expired"));
    assertThat(events("brake.released", id)).hasSize(1);
  }

  @Test
  void beyond_the_limit_of_an_hour_brakes_have_no_events() {
    florin.update(
        """
        INSERT INTO brake (realm_id, id, subject_kind, subject, step, declined, cards, stopped, told, engaged_until, released_at, release_reason, created_at)
        SELECT %d, gen_random_uuid(), 'customer', 'other ' || n, 'slow', 5, 5, 1, true, now(), now(), 'expired', now()
          FROM generate_series(1, 20) n
        """
            .formatted(florin.realm().id()));
    closeAddress(payer);
    refuse(1);
    String id = awaitBrake("address", STOPPED_BEFORE + 1).text("/id");

    assertThat(events("brake.engaged", id)).isEmpty();
    florin.post("/v2/brakes/" + id + "/release", "{}");
    assertThat(events("brake.released", id)).isEmpty();
  }

  private void closeAddress(Payer payer) {
    BrakeTest.decline(florin, payer, 10);
  }

  private void refuse(int times) {
    LongStream.range(0, times)
        .forEach(_ ->
            assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status())
                .isEqualTo(429));
  }

  private void releaseAll() {
    awaitBrake("address", STOPPED_BEFORE + 1);
    awaitBrake("network", 1);
    List<String> ids = florin.get("/v2/brakes").texts("/data", "id");
    ids.forEach(id ->
        assertThat(florin.post("/v2/brakes/" + id + "/release", "{}").status()).isEqualTo(200));
  }

  private Reply awaitBrake(String subject, int stopped) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              for (String id : florin.get("/v2/brakes").texts("/data", "id")) {
                Reply brake = florin.get("/v2/brakes/" + id);
                if (brake.text("/subject").equals(subject)
                    && brake.json().at("/stopped_requests").longValue() >= stopped) {
                  return brake;
                }
              }
              return null;
            },
            Objects::nonNull);
  }

  private List<String> events(String type, String object) {
    return florin
        .get("/v2/events?types%5B%5D=" + type + "&object_id=" + object)
        .texts("/data", "id");
  }
}
