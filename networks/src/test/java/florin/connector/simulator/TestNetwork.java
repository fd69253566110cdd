package florin.connector.simulator;

import florin.connector.Connector;
import florin.connector.OperationRef;
import florin.connector.Requests;
import florin.core.Money;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A simulator on its own database, with a clock that only the test and slow responses move. */
final class TestNetwork implements AutoCloseable {
  private static final int COMMITTERS = 2;

  private final Db db;
  private final GroupCommit commits;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final InstantSource clock = now::get;

  TestNetwork() {
    PostgresAddress address = TestPostgres.freshDatabase();
    this.db = new Db(address);
    this.commits =
        new GroupCommit("book", address::connect, COMMITTERS, GroupCommit.DEFAULT_PATIENCE);
  }

  /** Returns a node's connector to the network. A slow response moves the clock. */
  Connector node() {
    return node(this::pass);
  }

  Connector node(Simulator.Pause pause) {
    return new Simulator(new SimulatorLedger(commits, db), clock, pause);
  }

  void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  Audit.AuthorizationTotals audit(OperationRef reference) {
    return new Audit(db).find(reference, now.get()).orElseThrow();
  }

  Money net(OperationRef reference) {
    return new Audit(db)
        .find(reference, now.get())
        .map(Audit.AuthorizationTotals::net)
        .orElse(Requests.eur(0));
  }

  Instant now() {
    return now.get();
  }

  Db database() {
    return db;
  }

  @Override
  public void close() {
    commits.close();
    db.close();
  }
}
