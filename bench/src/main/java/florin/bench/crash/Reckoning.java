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
import java.util.Optional;
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

  /**
   * How long it took until nothing was open.
   *
   * @param settled but for deliveries
   * @param delivered those too, where they are awaited
   */
  record Awaited(Duration settled, Duration delivered) {}

  Awaited check(Site site, Verdict verdict) throws IOException {
    site.provider().ifPresent(stripe -> stripe.faults().clear());
    site.provider().ifPresent(stripe -> stripe.noticeFaults().clear());
    try (var records = new CrashRecords(site.database());
        var figures = new Figures(site.database());
        var provider = new ProviderRecords(site.database(), World.HOSTED)) {
      Awaited took = await(site, records, figures, provider, verdict);
      repeatAndCompare(site, records, verdict);
      var checks = new Checks(records, verdict);
      checks.sums(site.provider());
      checks.events(site.receiver());
      checks.once();
      List<String> off = figures.thatAreOff();
      verdict.looked(Promise.FIGURES, figures.count());
      off.forEach(figure -> verdict.broken(Promise.FIGURES, figure));
      new Leaks(verdict).check(site.remains(), records);
      return took;
    }
  }

  private Awaited await(
      Site site, CrashRecords records, Figures figures, ProviderRecords provider, Verdict verdict) {
    long begin = System.nanoTime();
    Optional<Duration> settledAfter = Optional.empty();
    while (true) {
      List<String> open = new ArrayList<>(records.open());
      List<String> differences =
          new ArrayList<>(Checks.differencesAtTheSimulator(records, Instant.now()));
      site.provider()
          .ifPresent(
              stripe -> differences.addAll(Checks.differencesAtTheProvider(provider, stripe)));
      long undelivered = deliveries ? records.pendingDeliveries() : 0;
      boolean isSettled = open.isEmpty() && differences.isEmpty() && !figures.areBehind();
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      settledAfter = isSettled ? settledAfter.or(() -> Optional.of(took)) : Optional.empty();
      if ((isSettled && undelivered == 0) || took.compareTo(settled) > 0) {
        verdict.looked(
            Promise.SETTLED,
            records.countRows("payment")
                + records.countRows("refund")
                + records.countRows("attempt"));
        open.forEach(one -> verdict.broken(Promise.SETTLED, one));
        if (undelivered > 0) {
          verdict.broken(Promise.SETTLED, undelivered + " deliveries are pending after " + settled);
        }
        verdict.looked(Promise.BOOKS, records.countRows("payment"));
        differences.forEach(one -> verdict.broken(Promise.BOOKS, one));
        return new Awaited(settledAfter.orElse(took), took);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void repeatAndCompare(Site site, CrashRecords records, Verdict verdict)
      throws IOException {
    var told = new Told(records, verdict);
    told.check(site.journal());
    try (Shop cards = site.cards();
        Shop hosted = site.hosted()) {
      for (Asked asked : told.sample(repeated)) {
        told.repeat(asked, asked.key().startsWith(CrashDrill.HOSTED) ? hosted : cards);
      }
    }
  }
}
