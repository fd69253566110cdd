package florin.connector.simulator;

import florin.bench.simulate.fiber.Fibers;
import florin.connector.Connector;
import florin.db.Db;
import florin.db.GroupCommit;
import java.time.InstantSource;

/** Creates a simulator that waits in simulated time. */
public final class SimulatedNetwork {
  private SimulatedNetwork() {}

  /** Returns the simulator with its ledger in the given database. */
  public static Connector of(GroupCommit commits, Db db, InstantSource clock) {
    return new Simulator(new SimulatorLedger(commits, db), clock, Fibers::sleep);
  }
}
