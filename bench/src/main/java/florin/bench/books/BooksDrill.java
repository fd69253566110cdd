package florin.bench.books;

import emulator.mollie.MollieEmulator;
import emulator.provider.Options;
import emulator.stripe.StripeEmulator;
import florin.bench.agent.Rewrite;
import florin.bench.books.DayBook.Cell;
import florin.bench.books.DayBook.Row;
import florin.bench.books.Exported.Line;
import florin.bench.crash.AgentJar;
import florin.bench.provider.Connecting;
import florin.bench.provider.HostedProvider;
import florin.bench.provider.HostedProvider.OfMollie;
import florin.bench.provider.HostedProvider.OfStripe;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.books.BacklogStore;
import florin.books.BalanceStore;
import florin.books.BalanceStore.ConnectorBalance;
import florin.books.VerificationStore;
import florin.books.VerificationStore.Result;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Runs a shop for a month that has ended, with simulated cards, at the emulators of Stripe and
 * Mollie, and by bank transfer. The service, the emulators and the bank have the clock of that
 * month. Then the ledger of each day is compared with the records of the others, and with hledger
 * and beancount.
 */
public final class BooksDrill {
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  /** The maximum wait until the ledger has all events. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** The fields of a balance, and their accounts in an export. */
  private static final Map<String, String> ACCOUNTS =
      Map.of(
          "pending", "Assets:Pending",
          "available", "Assets:Available",
          "in_transit", "Assets:Payouts-In-Transit",
          "disputed", "Assets:Disputes-Held");

  /** The rows whose entries Florin must have on the evening of their day. */
  private static final Set<Row> KNOWN_IN_THE_EVENING =
      EnumSet.of(Row.CAPTURED, Row.REFUNDED, Row.DISPUTES, Row.BANK);

  private final Consumer<String> out;
  private final ServiceProcess service;
  private final Shop shop;
  private final Db db;
  private final MonthClock clock;
  private final Month month;
  private final MonthRecords records;
  private final MonthBank bank;
  private final MonthReports reports;

  /**
   * The options of a drill.
   *
   * @param sales the number of sales of each kind on a day
   * @param plants the faults that are planted after the comparison
   */
  public record Plan(int sales, long seed, Path folder, Set<PlantedDifference> plants) {
    public Plan {
      plants = Set.copyOf(plants);
    }
  }

  private BooksDrill(
      Consumer<String> out,
      ServiceProcess service,
      Shop shop,
      Db db,
      MonthClock clock,
      Month month,
      Month.Parts parts,
      MonthReports reports) {
    this.out = out;
    this.service = service;
    this.shop = shop;
    this.db = db;
    this.clock = clock;
    this.month = month;
    this.records = parts.records();
    this.bank = parts.bank();
    this.reports = reports;
  }

  /**
   * Runs the drill, and returns the differences. A planted fault that the ledger's verification
   * does not find is a difference too.
   *
   * @param out receives the progress
   */
  public static List<String> run(Plan plan, Consumer<String> out)
      throws IOException, InterruptedException {
    YearMonth past = YearMonth.now(ZoneOffset.UTC).minusMonths(1);
    try (DataFolder folder = DataFolder.create(plan.folder())) {
      Path file = folder.path().resolve("clock");
      var clock = new MonthClock(file, Month.begin(past));
      AgentJar agent = AgentJar.write(folder.path().resolve("agent.jar"));
      Options options = Options.ofTests().withClock(clock);
      try (StripeEmulator stripe = StripeEmulator.start(options);
          MollieEmulator mollie = MollieEmulator.start(options, OfMollie.PACE);
          ServiceProcess service =
              ServiceProcess.start(
                  folder,
                  0,
                  Map.of(
                      "FLORIN_RATE_LIMIT", "off",
                      "FLORIN_STRIPE_URL", stripe.url().toString(),
                      "FLORIN_MOLLIE_URL", mollie.url().toString()),
                  agent.options(EnumSet.of(Rewrite.CLOCK, Rewrite.CONNECTOR_CLOCK), file),
                  _ -> {});
          var shop =
              new Shop(
                  URI.create("http://127.0.0.1:" + service.address().getPort()), folder.testKey());
          var db = new Db(folder.database())) {
        HostedProvider atStripe = new OfStripe(stripe, List.of("*"));
        var records = new MonthRecords();
        String first = Connecting.connect(service, folder.testKey(), atStripe);
        String second = Connecting.connect(service, folder.testKey(), new OfMollie(mollie, true));
        records.addProvider(first, stripe);
        records.addProvider(second, mollie);
        var sales = new Sales(shop, atStripe, new SplittableRandom(plan.seed()));
        var seller =
            new MonthShop(shop, stripe, mollie, sales, clock, records, List.of(first, second));
        seller.awaitPages();
        var parts =
            new Month.Parts(
                seller, new MonthBank(shop, records, folder.path()), records, db, REALM, first);
        var month = new Month(past, clock, parts, stripe, mollie, shop);
        return new BooksDrill(
                out, service, shop, db, clock, month, parts, new MonthReports(shop, past))
            .run(plan);
      }
    }
  }

  private List<String> run(Plan plan) throws IOException, InterruptedException {
    month.setPrices();
    List<LocalDate> days = month.days();
    for (int i = 0; i < days.size(); i++) {
      month.pass(days.get(i), i, plan.sales());
      awaitEvening(days.get(i));
    }
    month.end();
    out.accept(
        "%d days from %s to %s; payouts: %s"
            .formatted(days.size(), days.getFirst(), days.getLast(), bank.summary()));
    List<String> differences = awaitAgreement();
    if (differences.isEmpty()) {
      differences = reports.close();
    }
    if (differences.isEmpty()) {
      differences = compare();
      show(days.getLast());
    }
    for (PlantedDifference plant : plan.plants()) {
      if (differences.isEmpty()) {
        differences = planted(plant);
      }
    }
    return differences;
  }

  /** Waits until the ledger has what payers, the shop and the bank did on a day. */
  private void awaitEvening(LocalDate day) throws IOException {
    SortedMap<Cell, Long> wanted = evening(records.book(clock.instant()), day);
    try {
      Waiting.until(
          "the ledger of " + day + " has all payments",
          () -> evening(DayBook.of(Exported.csv(db, REALM)), day).equals(wanted));
    } catch (IOException late) {
      throw new IOException(
          "%s: the ledger has %s, and the others have %s"
              .formatted(
                  late.getMessage(), evening(DayBook.of(Exported.csv(db, REALM)), day), wanted),
          late);
    }
  }

  private static SortedMap<Cell, Long> evening(DayBook book, LocalDate day) {
    SortedMap<Cell, Long> all = book.until(day);
    all.keySet().removeIf(cell -> !KNOWN_IN_THE_EVENING.contains(cell.row()));
    return all;
  }

  /** Waits until all records agree, and returns how they differ after the longest time. */
  private List<String> awaitAgreement() throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST_REST.toNanos();
    List<String> differences = compare();
    while (!differences.isEmpty() && System.nanoTime() < end) {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      differences = compare();
    }
    return differences;
  }

  private List<String> compare() throws IOException {
    Result verified = VerificationStore.run(db);
    if (verified.difference().isPresent()) {
      return List.of("ledger verify: " + verified.difference().get());
    }
    if (verified.unapplied() > 0) {
      return List.of("the ledger lacks events of " + verified.unapplied() + " objects");
    }
    List<Line> lines = Exported.csv(db, REALM);
    List<LocalDate> days = new ArrayList<>(month.days());
    days.add(DayBook.day(clock.instant()));
    var differences = new ArrayList<String>(bank.differences());
    compareBalance(Exported.of(lines, days.getLast()), differences);
    days.forEach(day -> compareBalance(day, Exported.of(lines, day), differences));
    compareRecords(lines, days, differences);
    differences.addAll(reports.differences(lines));
    if (!differences.isEmpty()) {
      return differences;
    }
    var accountants = new Accountants(db, REALM, service.folder().path());
    differences.addAll(accountants.differences(lines, days));
    if (differences.isEmpty()) {
      accountants
          .missing()
          .forEach(name ->
              out.accept(
                  "NOT CHECKED: " + name + " is not installed: apt-get install hledger beancount"));
      out.accept("verified: %d transfers on %d days".formatted(verified.transfers(), days.size()));
    }
    return differences;
  }

  /** Compares `GET /v2/balance` with the export. */
  private void compareBalance(Exported exported, List<String> differences) {
    JsonNode balances = shop.get("/v2/balance").map(Reply::json).orElseThrow().get("balances");
    for (JsonNode balance : balances) {
      String party = balance.get("connector").asString();
      String currency = balance.get("currency").asString().toUpperCase(Locale.ROOT);
      ACCOUNTS.forEach((field, account) -> {
        long shown = balance.get(field).asLong();
        long exports = exported.cents(account + ":" + Exported.party(party), currency);
        if (shown != exports) {
          differences.add(
              "%s of %s is %d in /v2/balance, and %d in the export"
                  .formatted(field, party, shown, exports));
        }
      });
    }
  }

  /** Compares the balance at the end of a day, which the daily sums have, with the export. */
  private void compareBalance(LocalDate day, Exported exported, List<String> differences) {
    for (ConnectorBalance balance : new BalanceStore(db).listBalances(REALM, day)) {
      String party = Exported.party(balance.connector());
      String currency = balance.currency().code().toUpperCase(Locale.ROOT);
      boolean isSame =
          balance.pending() == exported.cents("Assets:Pending:" + party, currency)
              && balance.available() == exported.cents("Assets:Available:" + party, currency)
              && balance.inTransit()
                  == exported.cents("Assets:Payouts-In-Transit:" + party, currency)
              && balance.disputed() == exported.cents("Assets:Disputes-Held:" + party, currency);
      if (!isSame) {
        differences.add("on %s the export differs from the balance %s".formatted(day, balance));
      }
    }
  }

  /** Compares each row of each day with the records of the others, and the bank's statements. */
  private void compareRecords(List<Line> lines, List<LocalDate> days, List<String> differences) {
    DayBook ledger = DayBook.of(lines);
    DayBook others = records.book(clock.instant());
    for (LocalDate day : days) {
      SortedMap<Cell, Long> here = ledger.until(day);
      SortedMap<Cell, Long> there = others.until(day);
      if (!here.equals(there)) {
        there.forEach((cell, amount) -> {
          long has = here.getOrDefault(cell, 0L);
          if (has != amount) {
            differences.add(
                "on %s the ledger has %d for %s, and the others have %d"
                    .formatted(day, has, cell, amount));
          }
        });
        here.forEach((cell, amount) -> {
          if (!there.containsKey(cell)) {
            differences.add("on %s only the ledger has %d for %s".formatted(day, amount, cell));
          }
        });
      }
    }
    records
        .statements()
        .forEach((day, closing) -> {
          long confirmed = records.confirmed(day);
          long has = ledger.until(day, Row.BANK, "EUR") - confirmed;
          if (has != closing) {
            differences.add(
                "the statement of %s ends with %d, and the ledger has %d at the bank"
                    .formatted(day, closing, has));
          }
        });
  }

  /** Shows the claim at the end of the month: what was captured is at the bank, or elsewhere. */
  private void show(LocalDate day) {
    SortedMap<Cell, Long> book = records.book(clock.instant()).until(day);
    for (String currency : List.of("EUR", "USD")) {
      var text = new StringBuilder(currency).append(" on ").append(day).append(':');
      for (Row row : Row.values()) {
        long sum =
            book.entrySet().stream()
                .filter(one -> one.getKey().row() == row)
                .filter(one -> one.getKey().currency().equals(currency))
                .mapToLong(Map.Entry::getValue)
                .sum();
        if (sum != 0) {
          text.append("  ")
              .append(row.name().toLowerCase(Locale.ROOT).replace('_', ' '))
              .append(' ')
              .append(BigDecimal.valueOf(row == Row.CAPTURED ? -sum : sum, 2).toPlainString());
        }
      }
      out.accept(text.toString());
    }
  }

  /** Plants a fault, and repairs the ledger. Returns the differences that were not expected. */
  private List<String> planted(PlantedDifference plant) throws IOException, InterruptedException {
    plant.plant(db);
    if (plant.isCause()) {
      deriveAgain();
    }
    String found =
        VerificationStore.run(db)
            .difference()
            .map(one -> one.check() + ": " + one.subject() + ": " + one.problem())
            .orElse("nothing");
    out.accept(plant + ": verification found " + found);
    if (!found.startsWith(plant.check() + ":")) {
      return List.of(plant + " was not found by the check " + plant.check());
    }
    plant.undo(db);
    rebuild();
    return awaitAgreement().stream().map(one -> "after the rebuild: " + one).toList();
  }

  /** Derives the ledger with the fault, without the verification of `./florin ledger rebuild`. */
  private void deriveAgain() throws IOException {
    var backlog = new BacklogStore(db);
    if (!backlog.startOver()) {
      throw new IOException("the ledger could not be derived again: another command reads it");
    }
    boolean hasMore = true;
    while (hasMore) {
      hasMore = backlog.step();
    }
  }

  private void rebuild() throws IOException {
    ServiceProcess.ask(service.folder(), "ledger", "rebuild");
  }
}
