package florin.bench.simulate.world;

import florin.bench.simulate.SimulatedWorld;
import florin.bench.simulate.WorldPlan;
import florin.bench.simulate.WorldReport;
import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.world.WorldParts.Crash;
import florin.bench.simulate.world.WorldParts.Stall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a simulation: first with faults, then in a calm until nothing is in flight, and then the
 * inspection.
 */
public final class WorldRunner implements SimulatedWorld {
  /** The time after the last fault within which everything must be resolved. */
  private static final Duration BOUND = Duration.ofMinutes(6);

  private static final Duration LOOK = Duration.ofSeconds(2);

  public WorldRunner() {}

  @Override
  public WorldReport run(WorldPlan plan) {
    var parts = new WorldParts(plan.seed(), plan.leftOut());
    var fibers = new Fibers(plan.seed());
    var log = new WorldLog(plan.keepsLog());
    var reports = new ArrayList<WorldReport>();
    fibers.run(() -> reports.add(report(parts, log, fibers)));
    if (reports.isEmpty()) {
      throw new IllegalStateException(
          "the run of " + plan + " did not end: " + fibers.escaped(),
          fibers.escaped().isEmpty() ? null : fibers.escaped().getFirst());
    }
    return reports.getFirst();
  }

  private static WorldReport report(WorldParts parts, WorldLog log, Fibers fibers) {
    var weather = new Weather(parts);
    var stage = new WorldStage(parts.nodes(), weather, log);
    var records = new ArrayList<Acknowledged>();
    var unanswered = new ArrayList<String>();
    var shopper = new Shopper(stage, records, unanswered);
    parts.orders().forEach(shopper::begin);
    parts.crashes().forEach(crash -> fibers.start(Fibers.life(), () -> crash(stage, crash)));
    parts.stalls().forEach(stall -> fibers.start(Fibers.life(), () -> stall(stage, stall)));
    Fibers.sleep(WorldParts.STORM);
    weather.calmDown();
    log.say("the calm begins");
    long end = Fibers.nanoTime() + BOUND.toNanos();
    do {
      Fibers.sleep(LOOK);
    } while (Fibers.nanoTime() < end && (shopper.isBusy() || !Inspection.isResolved(stage)));
    if (shopper.isBusy()) {
      unanswered.add("a shopper still waits for a response");
    }
    var inspection = new Inspection(stage, records);
    inspection.all(unanswered, shopper.charges(), fibers.escaped());
    Map<String, List<String>> broken = new TreeMap<>();
    inspection.broken().forEach((promise, what) -> broken.put(promise.toString(), what));
    Map<String, Long> looked = new TreeMap<>();
    inspection.looked().forEach((promise, count) -> looked.put(promise.toString(), count));
    return new WorldReport(parts.names(), broken, looked, log.digest(), log.lines());
  }

  private static void stall(WorldStage stage, Stall stall) {
    Fibers.sleep(stall.at());
    stage.standStill(stall.node(), stall.lasting());
  }

  private static void crash(WorldStage stage, Crash crash) {
    Fibers.sleep(crash.at());
    if (stage.hasNode(crash.node())) {
      stage.crash(crash.node());
      Fibers.sleep(crash.down());
      stage.startNode(crash.node());
    }
  }
}
