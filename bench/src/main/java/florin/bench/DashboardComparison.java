package florin.bench;

import florin.bench.pages.PageVisit;
import florin.bench.pages.PageVisit.Visited;
import florin.bench.pages.Pages;
import florin.bench.pages.Visitor;
import florin.bench.pages.Visitor.Loaded;
import florin.bench.rows.Beside;
import florin.bench.rows.Stock;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Compares every page of the dashboard with few and with many stored payments. */
record DashboardComparison(Round few, Round many) {
  static final Duration TIME_LIMIT = Duration.ofMillis(100);
  static final int BYTES_LIMIT = 200 << 10;

  /** The time after which reading an export stops. */
  private static final Duration EXPORT = Duration.ofSeconds(10);

  private static final String CSV = "/dashboard/payments.csv";

  private static final List<String> COLUMNS =
      List.of("", "few: p50 ms", "p99 ms", "KB", "many: p50 ms", "p99 ms", "KB", "");
  private static final List<String> EXPORT_COLUMNS =
      List.of("payments as CSV", "first bytes ms", "payments", "per second", "MB", "");

  /**
   * All pages at one number of payments.
   *
   * @param assets bytes that a browser loads with its first page
   */
  record Round(long payments, List<Visited> pages, Loaded export, int assets) {
    Round {
      pages = List.copyOf(pages);
    }
  }

  /** Fills the service's empty database and measures the pages. The database stays full. */
  static DashboardComparison take(
      ServiceProcess service, long few, long many, int times, Consumer<String> progress)
      throws IOException, SQLException {
    Stock stock = Stock.of(service, many);
    Beside beside = Beside.of(service);
    try (Visitor visitor = Visitor.asOwner(service)) {
      return new DashboardComparison(
          round(stock, beside, visitor, few, times, progress),
          round(stock, beside, visitor, many, times, progress));
    }
  }

  /** Warms all pages before measuring the first one. */
  private static Round round(
      Stock stock,
      Beside beside,
      Visitor visitor,
      long payments,
      int times,
      Consumer<String> progress)
      throws IOException, SQLException {
    progress.accept(String.format(Locale.ROOT, "%,d payments: filling", payments));
    stock.fillTo(payments);
    progress.accept(
        String.format(Locale.ROOT, "%,d payments: metrics and dependent rows", payments));
    beside.fill();
    visitor.signIn();
    progress.accept(String.format(Locale.ROOT, "%,d payments: visiting pages", payments));
    List<PageVisit> pages = Pages.of(stock, beside, visitor);
    var linked = new TreeSet<String>();
    var assets = new TreeSet<String>();
    for (PageVisit page : pages) {
      page.take(
          visitor,
          times,
          body -> {
            linked.addAll(PageVisit.links(body));
            assets.addAll(PageVisit.assets(body));
          });
    }
    requireAllMeasured(pages, linked);
    var visited = new ArrayList<Visited>();
    for (PageVisit page : pages) {
      visited.add(page.take(visitor, times, _ -> {}));
    }
    return new Round(payments, visited, export(visitor, payments), size(visitor, assets));
  }

  /**
   * Fails if the dashboard links to a page that is not measured, so that new pages are added here.
   */
  private static void requireAllMeasured(List<PageVisit> pages, Set<String> linked)
      throws IOException {
    var missing = new TreeSet<>(linked);
    missing.removeIf(path -> path.endsWith(".csv"));
    pages.forEach(page -> missing.removeAll(page.templates()));
    if (!missing.isEmpty()) {
      throw new IOException("linked pages that are not measured: " + missing);
    }
  }

  private static Loaded export(Visitor visitor, long payments) throws IOException {
    Loaded loaded = visitor.load(CSV, EXPORT);
    if (loaded.whole() && loaded.lines() <= payments) {
      throw new IOException(
          "an export of " + payments + " payments ended after " + loaded.lines() + " lines");
    }
    return loaded;
  }

  private static int size(Visitor visitor, Set<String> assets) throws IOException {
    int bytes = 0;
    for (String asset : assets) {
      bytes += visitor.weigh(asset);
    }
    return bytes;
  }

  String text() {
    var rows = new ArrayList<List<String>>();
    for (int i = 0; i < many.pages().size(); i++) {
      rows.add(row(few.pages().get(i), many.pages().get(i)));
    }
    return String.format(
            Locale.ROOT,
            "%,d and %,d payments; KB include the %,d KB of styles and scripts that a browser caches%n",
            few.payments(),
            many.payments(),
            many.assets() >> 10)
        + new Table(COLUMNS, rows).text()
        + "\n"
        + new Table(EXPORT_COLUMNS, List.of(row(few), row(many))).text();
  }

  private List<String> row(Visited ofFew, Visited ofMany) {
    boolean reached =
        isQuick(ofFew) && isQuick(ofMany) && isSmall(ofFew, few) && isSmall(ofMany, many);
    return List.of(
        ofMany.visit().title(),
        millis(ofFew, 50),
        millis(ofFew, 99),
        kilobytes(ofFew, few),
        millis(ofMany, 50),
        millis(ofMany, 99),
        kilobytes(ofMany, many),
        reached ? "reached" : "MISSED");
  }

  private static List<String> row(Round round) {
    Loaded export = round.export();
    return List.of(
        String.format(Locale.ROOT, "of %,d", round.payments()),
        String.format(Locale.ROOT, "%.1f", export.firstNanos() / 1e6),
        String.format(Locale.ROOT, "%,d", export.lines() - 1),
        String.format(Locale.ROOT, "%,.0f", export.lines() * 1e9 / export.nanos()),
        String.format(Locale.ROOT, "%.1f", export.bytes() / 1e6),
        export.whole() ? "complete" : "stopped after " + EXPORT.toSeconds() + " s");
  }

  /** Returns whether the median is within the goal. The slowest visit depends on the machine. */
  private static boolean isQuick(Visited page) {
    return page.tally().latency(50).compareTo(TIME_LIMIT) <= 0;
  }

  private static boolean isSmall(Visited page, Round round) {
    return page.bytes() + round.assets() <= BYTES_LIMIT;
  }

  private static String millis(Visited page, double percentile) {
    return String.format(Locale.ROOT, "%.1f", page.tally().latency(percentile).toNanos() / 1e6);
  }

  private static String kilobytes(Visited page, Round round) {
    return String.format(Locale.ROOT, "%,d", (page.bytes() + round.assets()) >> 10);
  }
}
