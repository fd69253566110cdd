package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.postgres.EmbeddedPostgres;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Halts the process repeatedly under load, with the settings of production and one data folder: at
 * BEGUN, at CALLED and at FINISHED. At the end, the test repeats every request.
 */
@Tag("drill")
class HaltTest {
  private static final List<String> CARDS =
      List.of(
          "4242424242424242",
          "4000000000000002",
          "4000000000840027",
          "4000000000840019",
          "4242424242424242",
          "5555555555554444");

  private static final List<Step> STEPS = List.of(Step.BEGUN, Step.CALLED, Step.FINISHED);

  private final UUID node = UUID.randomUUID();

  @SuppressWarnings("NullAway.Init")
  private Path data;

  @BeforeEach
  void makeFolder() throws IOException {
    Path all = Files.createDirectories(Path.of("target", "test-halts"));
    data = Files.createTempDirectory(all, "data").toRealPath();
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void deleteFolder() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(file -> file.delete());
    }
  }

  @Test
  void no_halt_of_the_process_loses_or_doubles_a_cent() throws Exception {
    for (Step step : STEPS) {
      try (var florin = HaltingFlorin.start(data, node, step, 3)) {
        List<Reply> answers = sendAll(florin.client(), step);
        assertThat(florin.awaitExit()).isEqualTo(HaltingFlorin.HALTED);
        assertThat(answers).hasSizeLessThan(CARDS.size());
      }
    }

    try (var florin = HaltingFlorin.start(data, node)) {
      for (Step step : STEPS) {
        List<Reply> repeated = sendAll(florin.client(), step);
        List<Reply> again = sendAll(florin.client(), step);
        assertThat(repeated)
            .hasSize(CARDS.size())
            .allMatch(r -> r.status() == 200 || r.status() == 402);
        assertThat(again).allMatch(Reply::isReplay);
        assertThat(again)
            .extracting(Reply::body)
            .containsExactlyElementsOf(repeated.stream().map(Reply::body).toList());
      }
      var postgres = EmbeddedPostgres.attach(data);
      var found = Drill.reconcile(postgres.address());
      assertThat(found.payments()).hasSize(STEPS.size() * CARDS.size());
    }
  }

  /**
   * Sends one request for each card concurrently, and returns the responses in the order of the
   * cards.
   */
  private static List<Reply> sendAll(TestClient client, Step step) throws Exception {
    var requests = new ArrayList<Callable<Reply>>();
    for (int i = 0; i < CARDS.size(); i++) {
      String body = TestApp.payment(1000 + i, CARDS.get(i));
      String key = step + "-" + i;
      requests.add(() -> client.post("/v2/payments", body, key));
    }
    var answers = new ArrayList<Reply>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(requests)) {
        switch (answer.state()) {
          case SUCCESS -> answers.add(answer.resultNow());
          case FAILED -> assertThat(answer.exceptionNow()).isInstanceOf(UncheckedIOException.class);
          case RUNNING, CANCELLED -> throw new AssertionError(answer);
        }
      }
    }
    return answers;
  }
}
