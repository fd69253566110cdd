package florin.http;

import static florin.http.WithBounds.await;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Mode;
import florin.core.Realm;
import florin.http.Endpoint.Action;
import florin.http.Endpoint.PreBodyAuthentication;
import florin.http.Endpoint.RequestClass;
import florin.testing.TestConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Admission decisions on the thread that reads from all connections. */
class AdmissionControlTest {
  private static final Caller MERCHANT =
      new Caller(Realm.of(1, Mode.LIVE), new KeyId(new UUID(0, 1)), KeyKind.SECRET);
  private static final String PART = "{\"amount\":";

  private final List<Boolean> lookedOnVirtualThread = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final Semaphore mayEnd = new Semaphore(0);

  /** A server on which one request may run and one may wait. */
  private final TestServer server =
      new TestServer(
          TestConfig.LIMITS.withMaxInFlight(1),
          keyed("POST", "/v2/things", exchange -> Answer.json(200, exchange.body())),
          keyed("GET", "/v2/held", _ -> held()),
          keyed("GET", "/v2/list", _ -> held()).withUrgency(RequestClass.LISTING),
          keyed(
              "GET",
              "/v2/bug",
              _ -> {
                throw new IllegalStateException("a bug");
              }));

  @AfterEach
  void stop() {
    mayEnd.release(100);
    server.close();
  }

  @Test
  void a_cached_caller_is_not_looked_up_and_runs_on_its_own_thread() {
    assertThat(server.post("/v2/things", "{}").body()).isEqualTo("{}");
    assertThat(lookedOnVirtualThread).containsExactly(false);
  }

  @Test
  void a_body_in_parts_is_read_completely() throws IOException {
    try (Socket socket = server.connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /v2/things HTTP/1.1\r\nHost: here\r\nContent-Length: 13\r\nConnection: close\r\n\r\n"
                  + PART)
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      await(() -> lookedOnVirtualThread.size() == 1);
      out.write("25}".getBytes(StandardCharsets.US_ASCII));
      out.flush();

      assertThat(TestServer.readToEnd(socket)).startsWith("HTTP/1.1 200").endsWith(PART + "25}");
    }
  }

  @Test
  void a_request_without_space_is_rejected_and_nothing_is_executed() {
    CompletableFuture<Integer> first = held(1);
    CompletableFuture<HttpResponse<String>> second =
        CompletableFuture.supplyAsync(() -> server.get("/v2/held"));

    HttpResponse<String> list = server.get("/v2/list");
    assertThat(list.statusCode()).isEqualTo(503);
    assertThat(list.headers().firstValue("Retry-After")).contains("1");
    assertThat(list.body()).contains("\"code\":\"overloaded\"");
    assertThat(second.join().statusCode()).isEqualTo(503);

    mayEnd.release();
    assertThat(first.join()).isEqualTo(200);
    assertThat(running).hasValue(1);
    mayEnd.release();
    assertThat(held(2).join()).isEqualTo(200);
  }

  @Test
  void the_permit_of_a_failed_request_is_returned() {
    for (int i = 0; i < 3; i++) {
      assertThat(server.get("/v2/bug").statusCode()).isEqualTo(500);
    }
    assertThat(server.server.capacity().running()).isZero();
  }

  @Test
  void a_bug_before_a_thread_exists_gets_a_response_and_delays_no_stop() throws Exception {
    try (var other =
        new TestServer(
            TestConfig.limits("stopTimeout", Duration.ofMinutes(1)),
            new Endpoint("GET", "/v2/bug", TrafficClass.KEYS, new Bug(), _ -> held()))) {
      HttpResponse<String> answer = other.get("/v2/bug");

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(other.server.capacity().present()).isZero();
      CompletableFuture.runAsync(other.server::stop).get(15, TimeUnit.SECONDS);
    }
  }

  /** Sends a request that holds the permit, and returns its future status. */
  private CompletableFuture<Integer> held(int begun) {
    CompletableFuture<Integer> status =
        CompletableFuture.supplyAsync(() -> server.get("/v2/held").statusCode());
    await(() -> running.get() == begun);
    return status;
  }

  private static final class Bug implements PreBodyAuthentication {
    @Override
    public Optional<Answer> refuse(Exchange exchange) {
      throw new AssertionError("recall() has failed, so this must not be called");
    }

    @Override
    public Optional<Caller> recall(Exchange exchange) {
      throw new IllegalStateException("a bug");
    }
  }

  private Answer held() {
    running.incrementAndGet();
    mayEnd.acquireUninterruptibly();
    return Answer.json(200, "held");
  }

  private Endpoint keyed(String method, String template, Action action) {
    return new Endpoint(
        method,
        template,
        TrafficClass.KEYS,
        new PreBodyAuthentication() {
          @Override
          public Optional<Answer> refuse(Exchange exchange) {
            throw new AssertionError("the caller is remembered, so this must not be called");
          }

          @Override
          public Optional<Caller> recall(Exchange exchange) {
            lookedOnVirtualThread.add(Thread.currentThread().isVirtual());
            return Optional.of(MERCHANT);
          }
        },
        action);
  }
}
