package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.api.Contract.Operation;
import florin.api.Transcript.Step;
import florin.config.Config;
import florin.config.Config.Rate;
import florin.core.ErrorCode;
import florin.db.DatabaseUnavailableException;
import florin.http.HttpConfig;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Replays the transcripts. Every response must equal the recorded one, and every request and
 * response must match the OpenAPI document. The transcripts run concurrently, each with its own
 * account.
 *
 * <p>{@code -Dtranscripts.record=true} records the responses instead of comparing them; read the
 * difference before you commit it.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TranscriptsTest {
  private static final Path FOLDER = Path.of("src/test/resources/transcripts");
  private static final boolean RECORD = Boolean.getBoolean("transcripts.record");
  private static final int MOST_REPETITIONS = 50;
  private static final Duration BUSY = Duration.ofMillis(300);

  private final Contract contract = Contract.load();
  private final ContractCheck check = new ContractCheck(contract);
  private final Map<String, TestApp> nodes = new ConcurrentHashMap<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final Map<Path, Future<Played>> played = new LinkedHashMap<>();

  /** A request and its response. */
  private record Exchanged(
      Step sent, String target, Map<String, String> headers, String body, Reply reply) {}

  /**
   * A replayed transcript.
   *
   * @param text the transcript with the new responses
   */
  private record Played(String text, List<Exchanged> exchanges) {}

  /** Each transcript creates an account first, on a pool of eight connections. */
  private static final int SIDE_BY_SIDE = 4;

  @BeforeAll
  void playAll() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER);
        var threads = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
      files
          .filter(file -> file.toString().endsWith(".http"))
          .sorted()
          .forEach(file -> played.put(file, threads.submit(() -> play(file))));
    }
  }

  @AfterAll
  void close() {
    released.countDown();
    nodes.values().forEach(TestApp::close);
  }

  @TestFactory
  Stream<DynamicTest> every_answer_is_the_recorded_one() {
    return played.keySet().stream()
        .map(file ->
            dynamicTest(
                file.getFileName().toString(),
                () -> {
                  String now = played(file).text();
                  if (RECORD) {
                    Files.writeString(file, now);
                  }
                  assertThat(now).isEqualTo(Files.readString(file));
                }));
  }

  @TestFactory
  Stream<DynamicTest> every_exchange_is_as_the_contract_says() {
    return played.keySet().stream()
        .map(file ->
            dynamicTest(
                file.getFileName().toString(),
                () -> played(file).exchanges().forEach(this::assertAgreed)));
  }

  @Test
  void every_route_without_a_transcript_is_listed() throws IOException {
    var missing = new TreeSet<String>();
    contract.operations().forEach(o -> missing.add(o.toString()));
    Stream.of(ErrorCode.values()).forEach(code -> missing.add(code.text()));
    for (Path file : played.keySet()) {
      for (Exchanged exchanged : played(file).exchanges()) {
        operation(exchanged).ifPresent(o -> missing.remove(o.toString()));
        if (exchanged.reply().status() >= 400) {
          missing.remove(exchanged.reply().text("/error/code"));
          missing.removeAll(exchanged.reply().texts("/error/errors", "code"));
        }
      }
    }
    Path uncovered = FOLDER.resolve("uncovered.txt");
    assertThat(missing)
        .containsExactlyElementsOf(
            Files.readAllLines(uncovered).stream().filter(l -> !l.startsWith("#")).toList());
  }

  private void assertAgreed(Exchanged exchanged) {
    String what = exchanged.sent().request();
    Optional<Operation> operation = operation(exchanged);
    Reply reply = exchanged.reply();
    assertThat(
            isOfAPage(exchanged) ? List.of() : check.answer(operation, exchanged.headers(), reply))
        .as("response to: %s", what)
        .isEmpty();
    assertThat(reply.header("X-Content-Type-Options")).contains("nosniff");
    if (operation.isEmpty()) {
      return;
    }
    List<String> errors =
        check.request(
            operation.get(), query(exchanged.target()), exchanged.headers(), exchanged.body());
    if (reply.status() < 300) {
      assertThat(errors).as("request: %s", what).isEmpty();
    }
    if (reply.status() == 400 && isSaidByTheContract(operation.get(), reply)) {
      assertThat(errors).as("request: %s", what).isNotEmpty();
    }
  }

  /** Returns whether the OpenAPI document lets a client predict this rejection. */
  private static boolean isSaidByTheContract(Operation operation, Reply reply) {
    return switch (ErrorCode.of(reply.text("/error/code"))) {
      case PARAMETER_MISSING,
          PARAMETER_UNKNOWN,
          PARAMETER_INVALID,
          AMOUNT_TOO_SMALL,
          PAYMENT_METHOD_TYPE_UNSUPPORTED,
          VERSION_UNSUPPORTED,
          IDEMPOTENCY_KEY_INVALID ->
          true;
      // The maximum of a capture depends on the payment.
      case AMOUNT_TOO_LARGE -> !operation.template().endsWith("/capture");
      default -> false;
    };
  }

  /** The OpenAPI document doesn't describe this page, which is for people. */
  private static boolean isOfAPage(Exchanged exchanged) {
    return exchanged.target().startsWith("/challenges/");
  }

  private Optional<Operation> operation(Exchanged exchanged) {
    return contract.find(exchanged.sent().method(), exchanged.target().replaceFirst("\\?.*", ""));
  }

  private static String query(String target) {
    int question = target.indexOf('?');
    return question < 0 ? "" : target.substring(question + 1);
  }

  private Played played(Path file) {
    Future<Played> future = Objects.requireNonNull(played.get(file));
    return switch (future.state()) {
      case SUCCESS -> future.resultNow();
      default -> throw new AssertionError(file + " was not played", future.exceptionNow());
    };
  }

  private Played play(Path file) throws IOException, InterruptedException {
    Transcript transcript = Transcript.parse(Files.readString(file));
    var begun = new CountDownLatch(1);
    TestApp florin =
        transcript.node().equals("slow")
            ? nodes.computeIfAbsent(file.toString(), _ -> openSlow(begun))
            : nodes.computeIfAbsent(transcript.node(), TranscriptsTest::open);
    var blanks = new Blanks(florin);
    var answers = new ArrayList<String>();
    var exchanges = new ArrayList<Exchanged>();
    for (Step step : transcript.steps()) {
      String target = blanks.fill(step.target());
      String body = blanks.fill(step.body());
      var headers = new LinkedHashMap<>(step.headers());
      headers.replaceAll((_, value) -> blanks.fill(value));
      HttpRequest request = request(florin, step.method(), target, headers, body);
      if (step.isMeanwhile()) {
        Thread.ofVirtual().start(() -> florin.client().send(request));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        // Extends the lease, so that no other node takes over the payment, even on a slow machine.
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> florin.update("UPDATE attempt SET due_at = due_at + interval '1 hour'") == 1);
        answers.add("");
        continue;
      }
      Reply reply = florin.client().send(request);
      for (int i = 0; isToBeSentAgain(transcript, step, reply); i++) {
        assertThat(i)
            .as("repetitions of %s, last response %s", step.request(), reply)
            .isLessThan(MOST_REPETITIONS);
        reply = florin.client().send(request);
      }
      answers.add(blanks.show(reply));
      exchanges.add(new Exchanged(step, target, headers, body, reply));
    }
    return new Played(transcript.with(answers), exchanges);
  }

  /**
   * Returns whether to repeat the request. A machine that is too busy to check for revoked keys in
   * time responds with 503.
   */
  private static boolean isToBeSentAgain(Transcript transcript, Step step, Reply reply) {
    if (transcript.node().equals("usual") && reply.status() == 503) {
      LockSupport.parkNanos(BUSY.toNanos());
      return true;
    }
    return step.until().isPresent() && step.until().get() != reply.status();
  }

  private static HttpRequest request(
      TestApp florin, String method, String target, Map<String, String> headers, String body) {
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:"
                        + florin.app().port()
                        + target.replace("[", "%5B").replace("]", "%5D")))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return request.build();
  }

  /** Opens a node whose first payment pauses halfway. */
  private TestApp openSlow(CountDownLatch begun) {
    var first = new AtomicBoolean(true);
    return TestApp.open(step -> {
      if (step == CrashPoint.Step.BEGUN && first.getAndSet(false)) {
        begun.countDown();
        awaitRelease();
      }
    });
  }

  private static TestApp open(String node) {
    return switch (node) {
      case "usual" -> TestApp.open();
      case "limited" ->
          TestApp.open(CrashPoint.NONE, c -> with(c, Optional.of(new Rate(1, 1)), 100));
      case "full" -> TestApp.open(CrashPoint.NONE, c -> with(c, Optional.empty(), 0));
      case "faulty" ->
          TestApp.open(_ -> {
            throw new IllegalStateException("a bug, for the transcript");
          });
      case "without-database" ->
          TestApp.open(_ -> {
            throw new DatabaseUnavailableException("it is away, for the transcript", null);
          });
      default -> throw new IllegalArgumentException("there is no node " + node);
    };
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static Config with(Config usual, Optional<Rate> rate, int permits) {
    HttpConfig http = usual.http();
    HttpConfig.Limits limits = http.limits().withMaxInFlight(permits);
    Config full = Records.with(usual, "http", Records.with(http, "limits", limits));
    return Records.with(full, "rateLimit", rate);
  }
}
