package florin.brake;

import static org.assertj.core.api.Assertions.assertThat;

import florin.brake.BrowserTry.Outcome;
import florin.connector.OperationRef;
import florin.core.Id.AttemptId;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.payment.store.AttemptStore;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PostgreSQL's cost of the brake: the row of a card from a browser, and its outcome. Both are in
 * commits that a payment makes anyway, so batches with and without them alternate. The test prints
 * the CPU time of the committer's backend.
 */
@Tag("drill")
class BrakeCostTest {
  private static final int ROUNDS = 300;
  private static final int WARM_UP = 30;

  private final Random random = new Random(7);
  private final UUID node = new UUID(7, 7);

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 35, 64})
  void the_rows_of_a_batch_cost_little(int payments) throws IOException {
    try (TestApp florin = TestApp.open()) {
      List<String> before = backends(florin);
      try (var commits =
          new GroupCommit("cost", florin.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE)) {
        commit(commits, florin.realm(), List.of(List.of()));
        var own = new HashSet<>(backends(florin));
        before.forEach(own::remove);
        measure(commits, own, florin.realm(), payments);
      }
      assertThat(florin.query("SELECT count(*)::text FROM browser_try WHERE charged"))
          .containsExactly(Integer.toString((ROUNDS + WARM_UP) * payments));
    }
  }

  private void measure(GroupCommit commits, Set<String> backends, Realm realm, int payments)
      throws IOException {
    var rows = new ArrayList<Double>();
    var outcomes = new ArrayList<Double>();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      List<BrowserTry> tries = Stream.generate(() -> tried(realm)).limit(payments).toList();
      List<List<Write>> plain = tries.stream().map(_ -> List.<Write>of()).toList();
      List<List<Write>> row =
          tries.stream().map(it -> List.of(BrowserTryStore.insert(it, node))).toList();
      List<List<Write>> outcome = tries.stream().map(it -> List.of(resolve(it))).toList();
      double without = cost(commits, backends, realm, plain);
      double ofRow = cost(commits, backends, realm, row) - without;
      double again = cost(commits, backends, realm, plain);
      double ofOutcome = cost(commits, backends, realm, outcome) - again;
      if (round >= 0) {
        rows.add(ofRow / payments);
        outcomes.add(ofOutcome / payments);
      }
    }
    System.out.printf(
        "brake: %d payments a batch: row %s, outcome %s µs of PostgreSQL's CPU a payment%n",
        payments, quartiles(rows), quartiles(outcomes));
  }

  private Write resolve(BrowserTry tried) {
    return BrowserTryStore.resolve(tried.realm(), tried.id(), false, node, Instant.now());
  }

  private BrowserTry tried(Realm realm) {
    String network = "203.0." + random.nextInt(256);
    return new BrowserTry(
        realm,
        UUID.randomUUID(),
        Instant.now(),
        Map.of(
            SubjectKind.ADDRESS, network + "." + random.nextInt(256),
            SubjectKind.NETWORK, network + ".0/24",
            SubjectKind.CHECKOUT_SESSION, "cs_01m7yzyvc5ef28epwvqa79rwvw",
            SubjectKind.CARD, "tbbbg7peg77wjsp6npyb",
            SubjectKind.BIN, "424242",
            SubjectKind.EMAIL_DOMAIN, "shop.example"),
        List.of(),
        Outcome.OPEN);
  }

  /** Commits a batch, and returns the CPU time of its backend in microseconds. */
  private static double cost(
      GroupCommit commits, Set<String> backends, Realm realm, List<List<Write>> batch)
      throws IOException {
    double before = cpu(backends);
    commit(commits, realm, batch);
    return cpu(backends) - before;
  }

  private static void commit(GroupCommit commits, Realm realm, List<List<Write>> batch) {
    List<Changeset> changesets =
        batch.stream()
            .map(more ->
                new Changeset(Stream.concat(Stream.of(other(realm)), more.stream()).toList()))
            .toList();
    assertThat(commits.commitAll(changesets)).allMatch(CommitResult.Committed.class::isInstance);
  }

  /** Returns another write of a payment, so that a batch without the brake is a commit too. */
  private static Write other(Realm realm) {
    return AttemptStore.nudge(
        realm, new OperationRef(new AttemptId(UUID.randomUUID())), true, Instant.now());
  }

  private static List<String> backends(TestApp florin) {
    return florin.query("SELECT pid::text FROM pg_stat_activity");
  }

  private static double cpu(Set<String> backends) throws IOException {
    double nanos = 0;
    for (String backend : backends) {
      String times = Files.readString(Path.of("/proc", backend, "schedstat"));
      nanos += Double.parseDouble(times.split(" ")[0]);
    }
    return nanos / 1e3;
  }

  private static String quartiles(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    return "%.1f (%.1f to %.1f)"
        .formatted(
            sorted.get(sorted.size() / 2),
            sorted.get(sorted.size() / 4),
            sorted.get(sorted.size() * 3 / 4));
  }
}
