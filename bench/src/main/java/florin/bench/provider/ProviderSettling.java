package florin.bench.provider;

import florin.bench.provider.ProviderRecords.Row;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import standin.stripe.Book.Standing;
import standin.stripe.Payers.Visit;
import standin.stripe.StripeDouble;

/**
 * Waits until nothing is under way any more and both sides say the same, and tells what does not.
 *
 * @param sales what the shops know
 */
public record ProviderSettling(ProviderRecords records, StripeDouble stripe, List<Sale> sales) {
  /** Of so many payments it is told what was heard. */
  private static final int TOLD = 5;

  /** What never arrived waits 30 s for its client; what takes longer is to be explained. */
  private static final Duration SOON = Duration.ofSeconds(35);

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Set<String> NOT_PAID = Set.of("failed", "canceled");

  /**
   * Returns how long it took; after the limit, what has not settled is told.
   *
   * @param out gets both sides of what has not settled, or took long, at once
   */
  public Duration await(Duration limit, BiConsumer<String, String> broken, Consumer<String> out) {
    long begin = System.nanoTime();
    List<Row> last = List.of();
    while (true) {
      List<Row> payments = records.payments();
      List<Row> open = payments.stream().filter(Row::open).toList();
      List<String> differences =
          ProviderComparison.differences(
              payments, records.paymentsByName(), stripe.book().standings());
      Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
      boolean agreed = open.isEmpty() && differences.isEmpty();
      if (agreed && elapsed.compareTo(SOON) > 0) {
        last.stream().limit(1).forEach(row -> out.accept("settled last: " + story(row)));
      }
      if (agreed || elapsed.compareTo(limit) > 0) {
        open.forEach(row -> broken.accept("nothing is under way past its bound", row.toString()));
        differences.forEach(one -> broken.accept("the books agree", one));
        payments.stream()
            .filter(row -> row.open() || differences.toString().contains(row.id().toString()))
            .limit(TOLD)
            .forEach(row -> out.accept("not settled: " + story(row)));
        return elapsed;
      }
      last = open;
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Both sides of a payment, to find out what went wrong with it. */
  private String story(Row row) {
    var story = new StringBuilder(row.toString());
    records.story(row.id()).forEach(line -> story.append("\n    here  ").append(line));
    Map<String, UUID> names = records.paymentsByName();
    names.forEach((name, payment) -> {
      if (payment.equals(row.id()) && name.matches("(cs|pi)_.*")) {
        stripe.journal().about(name).forEach(heard -> story.append("\n    there ").append(heard));
      }
    });
    return story.toString();
  }

  /** What must hold besides, once all is settled. */
  public void check(BiConsumer<String, String> broken) {
    stripe.book().faults().forEach(fault -> broken.accept("nothing is charged twice", fault));
    List<Row> payments = records.payments();
    var byKey = new HashMap<String, Row>();
    for (Row row : payments) {
      Row other = byKey.putIfAbsent(row.key(), row);
      if (other != null) {
        broken.accept("a key, however often it is sent, makes one payment", row + " and " + other);
      }
    }
    Map<String, Visit> visits =
        stripe.payers().sessions().stream()
            .collect(Collectors.toMap(Visit::session, Function.identity()));
    for (Sale sale : sales) {
      Row row = byKey.get(sale.key());
      if (sale.payment().isPresent() && row == null) {
        broken.accept("what was acknowledged is there", sale.key() + " is gone");
      }
      if (row != null && NOT_PAID.contains(row.status())) {
        sale.session()
            .map(visits::get)
            .filter(visit -> visit.status().equals("open"))
            .ifPresent(visit ->
                broken.accept(
                    "the page of a payment that is over cannot be paid", visit + " of " + row));
      }
    }
  }

  public String summary(Duration after) {
    List<Row> payments = records.payments();
    Map<String, Long> statuses =
        payments.stream().collect(Collectors.groupingBy(Row::status, Collectors.counting()));
    List<Standing> standings = stripe.book().standings();
    return "settled %.1f s after the last start: %,d payments %s; here %,d cents were captured and %,d given back, at the provider %,d and %,d"
        .formatted(
            after.toMillis() / 1e3,
            payments.size(),
            statuses,
            payments.stream().mapToLong(Row::captured).sum(),
            payments.stream().mapToLong(Row::refunded).sum(),
            standings.stream().mapToLong(Standing::captured).sum(),
            standings.stream().mapToLong(Standing::refunded).sum());
  }
}
