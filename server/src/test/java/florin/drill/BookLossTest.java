package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.TestPostgres;
import florin.payment.execution.Probe.Step;
import florin.postgres.EmbeddedPostgres;
import florin.testing.Reconciliation;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL crashes between the simulator's answer and the commit that follows from it, and the
 * process lives on. What the simulator has booked last is gone then, since its commits do not wait
 * for the disk.
 *
 * <p>To have it gone for sure, the one process that writes the log by itself is stopped before, and
 * is what is killed then: PostgreSQL ends all others, and makes all its memory anew.
 */
@Tag("drill")
class BookLossTest {
  private static final String CARD = "4242424242424242";

  /** Under way until it is reversed, and approved a second after that. */
  private static final String APPROVED_AFTER_REVERSAL = "4000000000840035";

  /** What a process writes by itself would have the disk know of all that was before. */
  private static final String WRITTEN_BY_ITSELF =
      "LOCK TABLE vault_node, draft_mark, request_log, projection IN EXCLUSIVE MODE";

  private static final AtomicReference<@Nullable Step> FATAL = new AtomicReference<>();
  private static EmbeddedPostgres postgres;
  private static TestApp app;
  private static @Nullable ProcessHandle logWriter;
  private static CompletableFuture<List<String>> bookAfterCrash = new CompletableFuture<>();

  @BeforeAll
  static void open() throws Exception {
    Path folder =
        Files.createDirectories(Path.of("target", "test-book-loss", UUID.randomUUID().toString()));
    postgres =
        EmbeddedPostgres.start(
            folder, Optional.of(TestPostgres.programs()), List.of("fsync=off", "autovacuum=off"));
    app = TestApp.openOn(postgres.address(), folder, BookLossTest::at);
  }

  @AfterAll
  static void close() {
    app.close();
    postgres.close();
  }

  @Test
  void a_payment_that_the_network_forgot_is_not_assumed_paid() throws Exception {
    String sale = TestApp.payment(1001, CARD);

    crashAt(Step.CALLED);
    Reply answer = app.post("/v2/payments", sale, "paid");
    assertThat(bookAfterCrash()).doesNotContain("authorization 1001");
    assertThat(answer.status()).isEqualTo(503);

    Drill.within(Drill.PATIENCE)
        .until(() -> {
          passLeases();
          return app.post("/v2/payments", sale, "paid").text("/status").equals("succeeded");
        });
    assertThat(book()).contains("authorization 1001");
    Drill.reconcile(app);
  }

  @Test
  void a_capture_that_the_network_forgot_is_not_assumed_done() throws Exception {
    String held =
        TestApp.payment(1002, CARD).replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
    String payment = "/v2/payments/" + made(held);

    crashAt(Step.CALLED);
    Reply answer = app.post(payment + "/capture", "{}");
    assertThat(bookAfterCrash()).contains("authorization 1002").doesNotContain("capture 1002");
    assertThat(answer.status()).isEqualTo(503);

    resolve();
    assertThat(app.get(payment).text("/status")).isEqualTo("requires_capture");
  }

  @Test
  void a_refund_that_the_network_forgot_is_not_assumed_done() throws Exception {
    String payment = made(TestApp.payment(1003, CARD));

    crashAt(Step.CALLED);
    Reply answer = app.post("/v2/refunds", "{\"payment\": \"%s\"}".formatted(payment));
    assertThat(bookAfterCrash()).contains("authorization 1003").doesNotContain("refund 1003");
    assertThat(answer.status()).isEqualTo(503);

    resolve();
    assertThat(app.get("/v2/payments/" + payment).number("/amount_refunded")).isZero();
  }

  @Test
  void a_reversal_that_the_network_forgot_is_requested_again() throws Exception {
    crashAt(Step.REVERSED);
    String payment = made(TestApp.payment(1004, APPROVED_AFTER_REVERSAL));
    assertThat(bookAfterCrash()).contains("authorization 1004").doesNotContain("cancel 1004");

    resolve();
    assertThat(app.get("/v2/payments/" + payment).text("/status")).isEqualTo("failed");
  }

  /** Until then nothing comes to the disk but what a commit of the operation waits for. */
  private static void crashAt(Step step) throws Exception {
    awaitServed();
    String pid =
        app.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'").getFirst();
    assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
    logWriter = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    Connection untilTheCrash = postgres.address().connect();
    untilTheCrash.setAutoCommit(false);
    try (var lock = untilTheCrash.createStatement()) {
      lock.execute(WRITTEN_BY_ITSELF);
    }
    bookAfterCrash = new CompletableFuture<>();
    FATAL.set(step);
  }

  private static void at(Step step) {
    if (FATAL.compareAndSet(step, null)) {
      Objects.requireNonNull(logWriter).destroyForcibly();
      Drill.within(Drill.PATIENCE).ignoreExceptions().until(() -> bookAfterCrash.complete(book()));
    }
  }

  private static List<String> bookAfterCrash() throws Exception {
    return bookAfterCrash.get(60, TimeUnit.SECONDS);
  }

  private static void awaitServed() {
    Drill.within(Drill.PATIENCE).until(() -> app.get("/v2/payments").status() == 200);
  }

  private static void resolve() {
    Drill.within(Drill.PATIENCE)
        .until(() -> {
          passLeases();
          return Reconciliation.isAtRest(app.database());
        });
    Drill.reconcile(app);
  }

  /** Of what is open, however often it was asked about while PostgreSQL was away. */
  private static void passLeases() {
    app.update(
        "UPDATE attempt SET due_at = now() WHERE due_at > now() AND status IN ('begun', 'pending', 'unknown', 'reversing')");
  }

  private static String made(String payment) {
    Reply reply = app.post("/v2/payments", payment);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.text("/id");
  }

  private static List<String> book() {
    return app.query("SELECT concat(kind, ' ', amount) FROM simulator_operation");
  }
}
