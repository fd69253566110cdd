package florin.bench.books;

import emulator.provider.BalanceLedger.Account;
import emulator.provider.Ledger.Standing;
import emulator.provider.Options;
import emulator.stripe.StripeEmulator;
import florin.bench.provider.Connecting;
import florin.bench.provider.HostedProvider.OfStripe;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.books.BacklogStore;
import florin.books.LedgerExport.ExportFormat;
import florin.books.VerificationStore;
import florin.books.VerificationStore.Result;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Sells with simulated cards and at the Stripe emulator, with refunds and disputes, and pays out to
 * the bank. Then the ledger is compared with the emulator's and the bank's, with `GET /v2/balance`,
 * and with hledger and beancount.
 */
public final class BooksDrill {
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  /** The maximum wait until the ledger has all events. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(2);

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int DISPUTES = 4;

  /** The fields of a balance, and their accounts in an export. */
  private static final Map<String, String> ACCOUNTS =
      Map.of(
          "pending", "Assets:Pending",
          "available", "Assets:Available",
          "in_transit", "Assets:Payouts-In-Transit",
          "disputed", "Assets:Disputes-Held");

  private final Consumer<String> out;
  private final StripeEmulator stripe;
  private final ServiceProcess service;
  private final Shop shop;
  private final Db db;
  private final Payday payday;
  private long lost;

  /**
   * The options of a drill.
   *
   * @param sales the number of sales at each connector
   * @param plants the faults that are planted after the comparison
   */
  public record Plan(int sales, long seed, Path folder, Set<PlantedDifference> plants) {
    public Plan {
      plants = Set.copyOf(plants);
    }
  }

  private BooksDrill(
      Consumer<String> out, StripeEmulator stripe, ServiceProcess service, Shop shop, Db db) {
    this.out = out;
    this.stripe = stripe;
    this.service = service;
    this.shop = shop;
    this.db = db;
    this.payday = new Payday(stripe, shop, db, REALM, service.folder().path());
  }

  /**
   * Runs the drill, and returns the differences. A planted fault that the ledger's verification
   * does not find is a difference too.
   *
   * @param out receives the progress
   */
  public static List<String> run(Plan plan, Consumer<String> out)
      throws IOException, InterruptedException {
    try (StripeEmulator stripe = StripeEmulator.start(Options.ofTests());
        DataFolder folder = DataFolder.create(plan.folder());
        ServiceProcess service =
            ServiceProcess.start(
                folder,
                Map.of("FLORIN_RATE_LIMIT", "off", "FLORIN_STRIPE_URL", stripe.url().toString()));
        var shop =
            new Shop(
                URI.create("http://127.0.0.1:" + service.address().getPort()), folder.testKey());
        var db = new Db(folder.database())) {
      return new BooksDrill(out, stripe, service, shop, db).run(plan);
    }
  }

  private List<String> run(Plan plan) throws IOException, InterruptedException {
    sell(plan);
    payday.play();
    out.accept("4 payouts: one at the bank, one confirmed, one in transit, and one failed");
    List<String> differences = awaitAgreement();
    for (PlantedDifference plant : plan.plants()) {
      if (differences.isEmpty()) {
        differences = planted(plant);
      }
    }
    return differences;
  }

  private void sell(Plan plan) throws IOException, InterruptedException {
    for (int i = 0; i < plan.sales(); i++) {
      payByCard("card-" + i, i);
    }
    out.accept(plan.sales() + " sales with simulated cards");
    Payday.setPrices(stripe);
    var provider = new OfStripe(stripe, List.of("*"));
    Connecting.connect(service, service.folder().testKey(), provider);
    awaitPages();
    var sales = new Sales(shop, provider, new SplittableRandom(plan.seed()));
    for (int i = 0; i < plan.sales(); i++) {
      sales.carryOut(sales.next("stripe-" + i));
    }
    List<Standing> paid =
        stripe.book().standings().stream()
            .filter(one -> one.captured() > 0 && one.refunded() == 0)
            .limit(DISPUTES)
            .toList();
    for (int i = 0; i < paid.size(); i++) {
      dispute(paid.get(i), i % 2 == 0 ? "lost" : "won");
    }
    out.accept(
        plan.sales() + " sales at the Stripe emulator, " + paid.size() + " of them disputed");
  }

  /** Waits until the service uses the new connector. The probe's payer never pays. */
  private void awaitPages() throws IOException, InterruptedException {
    String body = "{\"amount\":500,\"currency\":\"eur\",\"payment_method\":{\"type\":\"hosted\"}}";
    long end = System.nanoTime() + LONGEST_REST.toNanos();
    for (int i = 0;
        shop.post("/v2/payments", body, "probe-" + i).filter(Reply::isGood).isEmpty();
        i++) {
      if (System.nanoTime() > end) {
        throw new IOException("the service has no page for payers");
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
  }

  private void payByCard(String key, int number) {
    String body =
        "{\"amount\":%d,\"currency\":\"%s\",\"payment_method\":{\"type\":\"card\",\"card\":{\"number\":\"4242424242424242\",\"exp_month\":12,\"exp_year\":2035,\"cvc\":\"123\"}}}"
            .formatted(1_000 + number, number % 3 == 0 ? "usd" : "eur");
    String payment = shop.post("/v2/payments", body, key).map(reply -> reply.at("/id")).orElse("");
    if (number % 4 == 0 && !payment.isEmpty()) {
      String refund = "{\"payment\":\"%s\",\"amount\":%d}".formatted(payment, 100 + number);
      var _ = shop.post("/v2/refunds", refund, key + "-refund");
    }
  }

  private void dispute(Standing standing, String end) {
    String dispute = stripe.payers().dispute(standing.names().payment(), "fraudulent");
    stripe.payers().moveDispute(dispute, end);
    if (end.equals("lost")) {
      lost += standing.captured();
    }
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
    List<String> csv = Exported.lines(db, REALM, ExportFormat.CSV);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    Exported exported = Exported.of(csv, today);
    var differences = new ArrayList<String>();
    String connector = compareBalance(exported, differences);
    compareEmulator(exported, connector, differences);
    compareBank(exported, differences);
    var accountants = new Accountants(db, REALM, service.folder().path());
    differences.addAll(accountants.differences(exported, today));
    if (differences.isEmpty()) {
      accountants
          .missing()
          .forEach(name ->
              out.accept(
                  "NOT CHECKED: " + name + " is not installed: apt-get install hledger beancount"));
      out.accept(
          "verified: "
              + verified.transfers()
              + " transfers, "
              + exported.sums().size()
              + " balances");
    }
    return differences;
  }

  /** Compares `GET /v2/balance`, and returns the connector of the emulator. */
  private String compareBalance(Exported exported, List<String> differences) {
    JsonNode balances = shop.get("/v2/balance").map(Reply::json).orElseThrow().get("balances");
    String connector = "";
    for (JsonNode balance : balances) {
      String party = balance.get("connector").asString();
      connector = party.startsWith("cn_") ? party : connector;
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
    return connector;
  }

  private void compareEmulator(Exported exported, String connector, List<String> differences) {
    if (connector.isEmpty()) {
      differences.add("/v2/balance has no money at Stripe");
      return;
    }
    String party = Exported.party(connector);
    long paid =
        stripe.book().standings().stream()
            .filter(one -> one.currency().equals("eur"))
            .mapToLong(one -> one.captured() - one.refunded())
            .sum();
    long exports = -exported.cents("Income:Payments:" + party, "EUR");
    if (paid != exports) {
      differences.add(
          "payers paid " + paid + " at the emulator, and " + exports + " in the ledger");
    }
    long losses = exported.cents("Expenses:Dispute-Losses:" + party, "EUR");
    if (lost != losses) {
      differences.add(
          "disputes lost " + lost + " at the emulator, and " + losses + " in the ledger");
    }
    long available = exported.cents("Assets:Available:" + party, "EUR");
    if (stripe.treasury().available().getOrDefault("eur", 0L) != available) {
      differences.add(
          stripe.treasury().available()
              + " is available at the emulator, and "
              + available
              + " in the ledger");
    }
    differences.addAll(new ProviderBooks(stripe.balances()).differences(exported, party));
  }

  /** Compares the payouts, the bank's statement, and what was paid out to the bank. */
  private void compareBank(Exported exported, List<String> differences) throws IOException {
    if (!payday.states().equals(payday.expected())) {
      differences.add("payouts are " + payday.states() + ", and must be " + payday.expected());
    }
    long statement = exported.centsOfAll("Assets:Bank:", "EUR");
    if (statement != payday.closing()) {
      differences.add(
          "the bank's statement has " + payday.closing() + ", and the ledger has " + statement);
    }
    long paid = stripe.balances().balance(Account.BANK, "eur") + Payday.transferred();
    long bank = exported.centsOfAll("Assets:Bank", "EUR");
    if (bank != paid) {
      differences.add(paid + " was paid to the bank, and the ledger has " + bank);
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
