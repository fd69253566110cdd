package florin.bench.crash;

import florin.bench.crash.Journal.Asked;
import florin.bench.drill.Figures;
import florin.bench.provider.ProviderRecords;
import florin.bench.provider.Shop;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The final check of a drill. It waits until nothing is in flight, then checks all invariants.
 *
 * @param resolved maximum time until everything except deliveries is resolved
 * @param delivered maximum time until all deliveries are done; zero to skip them
 * @param repeated number of idempotency keys that are sent again
 */
record Reckoning(Duration resolved, Duration delivered, int repeated) {
  /**
   * A killed node keeps its leases for 60 s, and a delivery that fails twice pauses for up to six
   * minutes.
   */
  static final Duration DELIVERED = Duration.ofMinutes(8);

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final long AWAITED =
      Arrays.stream(Invariant.values()).filter(Invariant::isAwaited).count();

  /**
   * The durations of the final wait.
   *
   * @param held time since which each awaited invariant held permanently
   * @param all time until nothing was in flight
   */
  record Awaited(Map<Invariant, Duration> held, Duration all) {
    Awaited {
      held = Map.copyOf(held);
    }

    /** Returns the time since which an invariant held permanently; zero if it isn't awaited. */
    Duration since(Invariant invariant) {
      return invariant.isAwaited() ? held.getOrDefault(invariant, all) : Duration.ZERO;
    }
  }

  Awaited check(Site site, Verdict verdict) throws IOException {
    for (HostedAccount account : site.accounts()) {
      account.provider().emulator().faults().clear();
      account.provider().emulator().webhookFaults().clear();
    }
    try (var records = new CrashRecords(site.database());
        var figures = new Figures(site.database())) {
      Awaited took = await(site, records, figures, verdict);
      repeatAndCompare(site, records, verdict);
      var checks = new Checks(records, verdict);
      checks.sums(site.accounts());
      checks.events(site.receiver());
      checks.once();
      List<String> off = figures.thatAreOff();
      verdict.looked(Invariant.FIGURES, figures.count());
      off.forEach(figure -> verdict.broken(Invariant.FIGURES, figure));
      new Leaks(verdict).check(site.remains(), records);
      return took;
    }
  }

  private Awaited await(Site site, CrashRecords records, Figures figures, Verdict verdict) {
    long begin = System.nanoTime();
    var held = new EnumMap<Invariant, Duration>(Invariant.class);
    while (true) {
      // Only a webhook tells Florin of a refund that staff have made at the provider.
      site.accounts().forEach(account -> account.provider().emulator().webhooks().resendLost());
      site.accounts().forEach(account -> account.provider().collect());
      List<String> open = new ArrayList<>(records.open());
      List<String> differences =
          new ArrayList<>(Checks.differencesAtTheSimulator(records, Instant.now()));
      for (HostedAccount account : site.accounts()) {
        try (var rows = new ProviderRecords(site.database(), account.realm())) {
          differences.addAll(Checks.differencesAtTheProvider(rows, account.provider()));
        }
      }
      long undelivered = delivered.isPositive() ? records.pendingDeliveries() : 0;
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      note(held, Invariant.RESOLVED, open.isEmpty(), took);
      note(held, Invariant.BOOKS, differences.isEmpty(), took);
      note(held, Invariant.FIGURES, !figures.areBehind(), took);
      boolean isResolved = held.size() == AWAITED;
      if ((isResolved && undelivered == 0)
          || took.compareTo(isResolved ? delivered : resolved) > 0) {
        verdict.looked(
            Invariant.RESOLVED,
            records.countRows("payment")
                + records.countRows("refund")
                + records.countRows("attempt"));
        open.forEach(one -> verdict.broken(Invariant.RESOLVED, one));
        if (undelivered > 0) {
          verdict.broken(Invariant.RESOLVED, undelivered + " deliveries are pending after " + took);
        }
        verdict.looked(Invariant.BOOKS, records.countRows("payment"));
        differences.forEach(one -> verdict.broken(Invariant.BOOKS, one));
        return new Awaited(held, took);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static void note(
      Map<Invariant, Duration> held, Invariant invariant, boolean isKept, Duration now) {
    if (isKept) {
      held.putIfAbsent(invariant, now);
    } else {
      held.remove(invariant);
    }
  }

  private void repeatAndCompare(Site site, CrashRecords records, Verdict verdict)
      throws IOException {
    var told = new Told(records, verdict);
    told.check(site.journal());
    List<Asked> sample = told.sample(repeated);
    try (Shop cards = site.cards()) {
      sample.stream()
          .filter(asked -> site.accounts().stream().noneMatch(account -> isOf(account, asked)))
          .forEach(asked -> told.repeat(asked, cards));
    }
    for (HostedAccount account : site.accounts()) {
      try (Shop hosted = site.shop(account)) {
        sample.stream()
            .filter(asked -> isOf(account, asked))
            .forEach(asked -> told.repeat(asked, hosted));
      }
    }
  }

  private static boolean isOf(HostedAccount account, Asked asked) {
    return asked.key().startsWith(account.prefix());
  }
}
