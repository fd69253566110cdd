package florin.bench.books;

import emulator.stripe.Card;
import emulator.stripe.FeeSchedule;
import emulator.stripe.StripeEmulator;
import florin.bench.bank.StatementFile;
import florin.bench.bank.TransferShop.Awaited;
import florin.bench.provider.HostedProvider.OfStripe;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The payouts of the Stripe emulator, until they are at the bank: one arrives there, one fails, a
 * person confirms one, and one is in transit. A payer pays in dollars, which are converted, and
 * another by bank transfer. The last change is a correction.
 */
final class Payday {
  private static final Duration LONGEST_READ = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final long TRANSFERRED = 12_345;

  private static final String DUE =
      "UPDATE settlement_position SET due_at = now() WHERE realm_id = ?";

  /** Finds the connector if its report was read to its end since a time. */
  private static final String READ =
      """
      SELECT connector
        FROM settlement_position
       WHERE realm_id = ?
         AND connector LIKE 'cn@_%' ESCAPE '@'
         AND read_at >= ?
         AND due_at > now() + interval '30 minutes'
      """;

  private final StripeEmulator stripe;
  private final Shop shop;
  private final Db db;
  private final Realm realm;
  private final Path folder;
  private final Map<String, String> expected = new TreeMap<>();
  private long closing;
  private int pages;

  Payday(StripeEmulator stripe, Shop shop, Db db, Realm realm, Path folder) {
    this.stripe = stripe;
    this.shop = shop;
    this.db = db;
    this.realm = realm;
    this.folder = folder;
  }

  /** Sets prices with tax, a rate for dollars, and that money is available immediately. */
  static void setPrices(StripeEmulator stripe) {
    stripe
        .treasury()
        .setPrices(
            FeeSchedule.USUAL.withTax(new BigDecimal("19")).withAvailableAfter(Duration.ZERO));
    stripe.treasury().convert("usd", new BigDecimal("0.92"));
  }

  /** Returns the states that payouts must have, by the provider's ids. */
  Map<String, String> expected() {
    return expected;
  }

  /** Returns the closing balance of the bank's statement. */
  long closing() {
    return closing;
  }

  /** Returns the part of the closing balance that was not paid out by a provider. */
  static long transferred() {
    return TRANSFERRED;
  }

  void play() throws IOException, InterruptedException {
    pay(400_000, "eur");
    pay(30_000, "usd");
    String arriving = payOut("in_transit");
    awaitRead();
    stripe.treasury().movePayout(arriving, "paid");
    pay(70_000, "eur");
    String failing = payOut("in_transit");
    awaitRead();
    stripe.treasury().movePayout(failing, "failed");
    stripe.treasury().chargeFee(250, "eur");
    stripe.treasury().reserve(100, "eur");
    String confirmed = payOut("paid");
    pay(20_000, "eur");
    String moving = payOut("in_transit");
    pay(10_000, "eur");
    awaitRead();
    arrive(arriving);
    good(shop.post("/v2/payouts/" + payout(confirmed).get("id").asString() + "/confirm", "{}", ""));
    stripe.treasury().correct(-30, "eur");
    awaitRead();
    expected.put(arriving, "closed");
    expected.put(failing, "failed");
    expected.put(confirmed, "arrived");
    expected.put(moving, "in_transit");
  }

  private String payOut(String status) {
    String payout = stripe.treasury().settle().getFirst();
    stripe.treasury().movePayout(payout, status);
    return payout;
  }

  /** Pays on the provider's page. */
  private void pay(long amount, String currency) throws IOException {
    String body =
        "{\"amount\":%d,\"currency\":\"%s\",\"payment_method\":{\"type\":\"hosted\"}}"
            .formatted(amount, currency);
    Reply made = good(shop.post("/v2/payments", body, "payday-" + ++pages));
    String page =
        Sales.page(shop, OfStripe.PAGE, made.at("/next_action/redirect_to_url/url"))
            .orElseThrow(() -> new IOException("no page to pay on: " + made));
    stripe.payers().pay(page, Card.VISA).ifPresent(shop::visit);
  }

  /** Makes the service read the provider's report, and waits until it was read to its end. */
  private void awaitRead() throws IOException, InterruptedException {
    Instant begin = Instant.now();
    db.update(DUE, realm.id());
    long end = System.nanoTime() + LONGEST_READ.toNanos();
    while (db.list(READ, row -> row.getString("connector"), realm.id(), begin).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IOException("the provider's report was not read within " + LONGEST_READ);
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
  }

  /** Imports a bank statement with a payout and with the transfer of a payer. */
  private void arrive(String reference) throws IOException {
    String body =
        "{\"amount\":%d,\"currency\":\"eur\",\"payment_method\":{\"type\":\"bank_transfer\"}}"
            .formatted(TRANSFERRED);
    Reply waiting = good(shop.post("/v2/payments", body, "payday-transfer"));
    JsonNode payout = payout(reference);
    var bank = new StatementFile(waiting.at("/next_action/iban"), LocalDate.now(ZoneOffset.UTC));
    Path file = folder.resolve("statement.xml");
    bank.write(
        file,
        List.of(new Awaited(waiting.at("/next_action/reference"), TRANSFERRED)),
        List.of(
            new Awaited(payout.get("bank_reference").asString(), payout.get("amount").asLong())));
    good(shop.upload("/v2/bank_statements", "application/xml", Files.readString(file)));
    closing = bank.closing();
  }

  private JsonNode payout(String reference) throws IOException {
    for (JsonNode payout : good(shop.get("/v2/payouts")).json().get("data")) {
      if (payout.get("reference").asString().equals(reference)) {
        return payout;
      }
    }
    throw new IOException("Florin has no payout " + reference);
  }

  /** Returns the states of the emulator's payouts in Florin, by the provider's ids. */
  Map<String, String> states() throws IOException {
    var states = new TreeMap<String, String>();
    for (JsonNode payout : good(shop.get("/v2/payouts")).json().get("data")) {
      if (payout.get("connector").asString().startsWith("cn_")) {
        states.put(payout.get("reference").asString(), payout.get("status").asString());
      }
    }
    return states;
  }

  private static Reply good(Optional<Reply> reply) throws IOException {
    return reply
        .filter(Reply::isGood)
        .orElseThrow(() -> new IOException("a request failed: " + reply));
  }
}
