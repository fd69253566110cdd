package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Mode;
import florin.core.Realm;
import florin.http.Endpoint.RequestClass;
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
  void it_depends_on_the_request_and_the_mode(
      RequestClass requestClass, Mode mode, RequestPriority priority) {
    assertThat(RequestPriority.of(requestClass, Optional.of(caller(mode)))).isEqualTo(priority);
  }

  /** Its key is not known yet. Florin must not reject a live request as one of test mode. */
  @ParameterizedTest
  @EnumSource(RequestClass.class)
  void a_request_without_a_key_has_the_priority_of_live_mode(RequestClass requestClass) {
    assertThat(RequestPriority.of(requestClass, Optional.empty()))
        .isEqualTo(RequestPriority.of(requestClass, Optional.of(caller(Mode.LIVE))));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 32, 4096, 1_000_000})
  void a_higher_priority_gets_a_permit_when_lower_ones_used_their_share(int permits) {
    var limiter = new ConcurrencyLimiter(permits);
    List<RequestPriority> lastToFirst = List.of(RequestPriority.values()).reversed();
    for (RequestPriority priority : lastToFirst) {
      assertThat(ConcurrencyLimiterTest.takesPermit(limiter, priority)).as("%s", priority).isTrue();
      while (ConcurrencyLimiterTest.takesPermit(limiter, priority)) {
        assertThat(limiter.inFlight()).isLessThanOrEqualTo(priority.of(permits));
      }
      assertThat(limiter.inFlight()).isEqualTo(priority.of(permits));
    }
  }

  @ParameterizedTest
  @EnumSource(RequestPriority.class)
  void a_single_permit_blocks_no_priority(RequestPriority priority) {
    assertThat(ConcurrencyLimiterTest.takesPermit(new ConcurrencyLimiter(1), priority)).isTrue();
  }

  @Test
  void operations_on_money_wait_longer_and_lists_not_at_all() {
    assertThat(RequestPriority.FIRST.longestWait())
        .isGreaterThan(RequestPriority.LIVE.longestWait());
    assertThat(RequestPriority.TEST_FOLLOW_UPS.longestWait())
        .isGreaterThan(RequestPriority.TEST.longestWait());
    assertThat(RequestPriority.values())
        .filteredOn(one -> !one.waits())
        .containsExactly(RequestPriority.LIVE_LISTINGS, RequestPriority.TEST_LISTINGS);
  }

  @Test
  void many_requests_in_test_mode_leave_space_for_their_follow_ups_and_for_live_mode()
      throws Exception {
    try (var server =
        new TestServer(
            HttpConfig.Limits.DEFAULT.withMaxInFlight(PERMITS),
            endpoint("/v2/payments", Mode.TEST, RequestClass.USUAL),
            endpoint("/v2/refunds", Mode.TEST, RequestClass.FOLLOW_UP),
            endpoint("/v2/list", Mode.LIVE, RequestClass.LISTING),
            endpoint("/v2/live", Mode.LIVE, RequestClass.USUAL),
            endpoint("/v2/live/refunds", Mode.LIVE, RequestClass.FOLLOW_UP))) {
      int most = RequestPriority.TEST.of(PERMITS);
      List<CompletableFuture<HttpResponse<String>>> held =
          Stream.generate(() -> send(server, "/v2/payments")).limit(most).toList();
      assertThat(running.tryAcquire(most, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

      RequestHandlerTest.assertError(
          server.post("/v2/payments", "{}"), 503, "api_error", "overloaded");
      RequestHandlerTest.assertError(server.post("/v2/list", "{}"), 503, "api_error", "overloaded");
      List<CompletableFuture<HttpResponse<String>>> served =
          Stream.of("/v2/refunds", "/v2/live", "/v2/live/refunds")
              .map(path -> {
                CompletableFuture<HttpResponse<String>> answer = send(server, path);
                awaitOneMore();
                return answer;
              })
              .toList();
      RequestHandlerTest.assertError(
          server.post("/v2/live/refunds", "{}"), 503, "api_error", "overloaded");
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

  private Endpoint endpoint(String path, Mode mode, RequestClass requestClass) {
    return new Endpoint(
            "POST",
            path,
            TrafficClass.KEYS,
            exchange -> {
              exchange.hasKey(caller(mode));
              return Optional.empty();
            },
            _ -> {
              running.release();
              awaitRelease();
              return Answer.json(200, "served");
            })
        .withUrgency(requestClass);
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
