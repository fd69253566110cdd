package florin.bench.crash;

import florin.bench.crash.Journal.Asked;
import florin.bench.drill.Figures;
import florin.bench.provider.ProviderRecords;
import florin.bench.provider.Shop;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of a drill: once, after all that was broken, everything is awaited that is under way, and
 * everything is held against everything else.
 *
 * @param settled how long from now on anything may be open
 * @param deliveries whether these are awaited too: what a node that was killed had taken belongs to
 *     it for 60 s
 * @param repeated how many keys are sent once more
 */
record Reckoning(Duration settled, boolean deliveries, int repeated) {
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** Returns how long it took until nothing was open. */
  Duration check(World world, Verdict verdict) throws IOException {
    world.stripe().faults().clear();
    world.stripe().noticeFaults().clear();
    try (var records = new CrashRecords(world.folder().database());
        var figures = new Figures(world.folder().database());
        var provider = new ProviderRecords(world.folder().database(), World.HOSTED)) {
      Duration took = await(world, records, figures, provider, verdict);
      repeatAndCompare(world, records, verdict);
      var checks = new Checks(records, verdict);
      checks.sums(world.stripe());
      checks.events(world.receiver());
      checks.once();
      List<String> off = figures.thatAreOff();
      verdict.looked(Promise.FIGURES, figures.count());
      off.forEach(figure -> verdict.broken(Promise.FIGURES, figure));
      new Leaks(verdict).check(world, records);
      return took;
    }
  }

  private Duration await(
      World world,
      CrashRecords records,
      Figures figures,
      ProviderRecords provider,
      Verdict verdict) {
    long begin = System.nanoTime();
    while (true) {
      List<String> open = new ArrayList<>(records.open());
      List<String> differences =
          new ArrayList<>(Checks.differencesAtTheSimulator(records, Instant.now()));
      if (world.isHosted()) {
        differences.addAll(Checks.differencesAtTheProvider(provider, world.stripe()));
      }
      long undelivered = deliveries ? records.pendingDeliveries() : 0;
      boolean isDone =
          open.isEmpty() && differences.isEmpty() && undelivered == 0 && !figures.areBehind();
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      if (isDone || took.compareTo(settled) > 0) {
        verdict.looked(
            Promise.SETTLED,
            records.countRows("payment")
                + records.countRows("refund")
                + records.countRows("attempt"));
        open.forEach(one -> verdict.broken(Promise.SETTLED, one));
        if (undelivered > 0) {
          verdict.broken(Promise.ARRIVED, undelivered + " deliveries are pending after " + settled);
        }
        verdict.looked(Promise.BOOKS, records.countRows("payment"));
        differences.forEach(one -> verdict.broken(Promise.BOOKS, one));
        return took;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void repeatAndCompare(World world, CrashRecords records, Verdict verdict)
      throws IOException {
    var told = new Told(records, verdict);
    told.check(world.journal());
    try (Shop cards = world.cards();
        Shop hosted = world.hosted()) {
      for (Asked asked : told.sample(repeated)) {
        told.repeat(asked, asked.key().startsWith(CrashDrill.HOSTED) ? hosted : cards);
      }
    }
  }
}
