package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Mode;
import florin.core.Realm;
import florin.http.Endpoint.Urgency;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests Florin serves when it can't serve all. */
class PrecedenceTest {
  private static final int PERMITS = 8;
  private static final long PATIENCE_SECONDS = 60;

  private final Semaphore running = new Semaphore(0);
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void let() {
    release.countDown();
  }

  @ParameterizedTest
  @CsvSource({
    "FOLLOW_UP, LIVE, FIRST",
    "USUAL, LIVE, LIVE",
    "LISTING, LIVE, LIVE_LISTINGS",
    "FOLLOW_UP, TEST, TEST_FOLLOW_UPS",
    "USUAL, TEST, TEST",
    "LISTING, TEST, TEST_LISTINGS",
  })
  void it_depends_on_the_request_and_the_mode(Urgency urgency, Mode mode, Precedence precedence) {
    assertThat(Precedence.of(urgency, Optional.of(caller(mode)))).isEqualTo(precedence);
  }

  /** Its key is not known yet. Florin must not reject a live request as one of test mode. */
  @ParameterizedTest
  @EnumSource(Urgency.class)
  void a_request_without_a_key_has_the_priority_of_live_mode(Urgency urgency) {
    assertThat(Precedence.of(urgency, Optional.empty()))
        .isEqualTo(Precedence.of(urgency, Optional.of(caller(Mode.LIVE))));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 32, 4096, 1_000_000})
  void a_higher_priority_gets_a_permit_when_lower_ones_used_their_share(int permits) {
    var admission = new Admission(permits);
    List<Precedence> lastToFirst = List.of(Precedence.values()).reversed();
    for (Precedence precedence : lastToFirst) {
      assertThat(AdmissionTest.takesPermit(admission, precedence)).as("%s", precedence).isTrue();
      while (AdmissionTest.takesPermit(admission, precedence)) {
        assertThat(admission.inFlight()).isLessThanOrEqualTo(precedence.of(permits));
      }
      assertThat(admission.inFlight()).isEqualTo(precedence.of(permits));
    }
  }

  @ParameterizedTest
  @EnumSource(Precedence.class)
  void a_single_permit_blocks_no_priority(Precedence precedence) {
    assertThat(AdmissionTest.takesPermit(new Admission(1), precedence)).isTrue();
  }

  @Test
  void operations_on_money_wait_longer_and_lists_not_at_all() {
    assertThat(Precedence.FIRST.longestWait()).isGreaterThan(Precedence.LIVE.longestWait());
    assertThat(Precedence.TEST_FOLLOW_UPS.longestWait())
        .isGreaterThan(Precedence.TEST.longestWait());
    assertThat(Precedence.values())
        .filteredOn(one -> !one.waits())
        .containsExactly(Precedence.LIVE_LISTINGS, Precedence.TEST_LISTINGS);
  }

  @Test
  void many_requests_in_test_mode_leave_space_for_their_follow_ups_and_for_live_mode()
      throws Exception {
    try (var server =
        new TestServer(
            HttpConfig.Limits.DEFAULT.withMaxInFlight(PERMITS),
            endpoint("/v2/payments", Mode.TEST, Urgency.USUAL),
            endpoint("/v2/refunds", Mode.TEST, Urgency.FOLLOW_UP),
            endpoint("/v2/list", Mode.LIVE, Urgency.LISTING),
            endpoint("/v2/live", Mode.LIVE, Urgency.USUAL),
            endpoint("/v2/live/refunds", Mode.LIVE, Urgency.FOLLOW_UP))) {
      int most = Precedence.TEST.of(PERMITS);
      List<CompletableFuture<HttpResponse<String>>> held =
          Stream.generate(() -> send(server, "/v2/payments")).limit(most).toList();
      assertThat(running.tryAcquire(most, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

      DoorTest.assertError(server.post("/v2/payments", "{}"), 503, "api_error", "overloaded");
      DoorTest.assertError(server.post("/v2/list", "{}"), 503, "api_error", "overloaded");
      List<CompletableFuture<HttpResponse<String>>> served =
          Stream.of("/v2/refunds", "/v2/live", "/v2/live/refunds")
              .map(path -> {
                CompletableFuture<HttpResponse<String>> answer = send(server, path);
                awaitOneMore();
                return answer;
              })
              .toList();
      DoorTest.assertError(server.post("/v2/live/refunds", "{}"), 503, "api_error", "overloaded");
      release.countDown();
      Stream.concat(held.stream(), served.stream())
          .forEach(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
      assertThat(server.post("/v2/list", "{}").statusCode()).isEqualTo(200);
    }
  }

  private void awaitOneMore() {
    try {
      assertThat(running.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static CompletableFuture<HttpResponse<String>> send(TestServer server, String path) {
    return CompletableFuture.supplyAsync(
        () -> server.post(path, "{}"), task -> Thread.ofVirtual().start(task));
  }

  private Endpoint endpoint(String path, Mode mode, Urgency urgency) {
    return new Endpoint(
            "POST",
            path,
            Crowd.KEYS,
            exchange -> {
              exchange.hasKey(caller(mode));
              return Optional.empty();
            },
            _ -> {
              running.release();
              awaitRelease();
              return Answer.json(200, "served");
            })
        .withUrgency(urgency);
  }

  private void awaitRelease() {
    try {
      assertThat(release.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static Caller caller(Mode mode) {
    return new Caller(Realm.of(1, mode), new KeyId(new UUID(0, 1)), KeyKind.SECRET);
  }
}
