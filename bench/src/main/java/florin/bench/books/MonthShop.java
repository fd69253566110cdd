package florin.bench.books;

import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.provider.Emulator;
import emulator.provider.Ledger.Standing;
import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import florin.bench.bank.TransferShop.Awaited;
import florin.bench.provider.HostedProvider.OfMollie;
import florin.bench.provider.HostedProvider.OfStripe;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** A shop that sells by card, at Stripe and Mollie, and by bank transfer, a bit each day. */
final class MonthShop {
  private static final String IDEAL = "{\"type\":\"hosted\",\"hosted\":{\"methods\":[\"ideal\"]}}";
  private static final String HOSTED = "{\"type\":\"hosted\"}";

  private final Shop shop;
  private final StripeEmulator stripe;
  private final MollieEmulator mollie;
  private final Sales sales;
  private final MonthClock clock;
  private final MonthRecords records;
  private final List<String> connectors;
  private final Set<String> disputed = new HashSet<>();

  /**
   * Creates a shop.
   *
   * @param connectors their ids, the first one as the default
   */
  MonthShop(
      Shop shop,
      StripeEmulator stripe,
      MollieEmulator mollie,
      Sales sales,
      MonthClock clock,
      MonthRecords records,
      List<String> connectors) {
    this.connectors = List.copyOf(connectors);
    this.shop = shop;
    this.stripe = stripe;
    this.mollie = mollie;
    this.sales = sales;
    this.clock = clock;
    this.records = records;
  }

  /**
   * Sells on a day. Some sales are refunded, one at Stripe is in dollars each ninth day, and cards
   * are sold each third day, one of them in dollars.
   *
   * @param count the sales of each kind
   */
  void sell(int day, int count) throws IOException {
    if (day % 3 == 0) {
      sellByCard(day, count);
    }
    for (int i = 0; i < count; i++) {
      String key = day + "-" + i;
      sales.carryOut(sales.next("stripe-" + key));
      payByIdeal("mollie-" + key, 2_000 + 53L * day + i, day % 3 == i);
    }
    if (day % 9 == 1) {
      String made = pay(HOSTED, 30_000L + day, "usd", "dollars-" + day);
      awaitStatus("/v2/payments/" + made, "succeeded");
    }
  }

  /** Sells with simulated cards, which Florin takes while no connector is enabled. */
  private void sellByCard(int day, int count) throws IOException {
    for (String connector : connectors) {
      good(shop.post("/v2/connectors/" + connector + "/disable", "{}", ""));
    }
    payByCard("dollars-" + day, 2_900L + day, "usd", false);
    for (int i = 0; i < count; i++) {
      payByCard(day + "-" + i, 1_000 + 37L * day + i, "eur", i == 0);
    }
    for (String connector : connectors) {
      good(shop.post("/v2/connectors/" + connector + "/enable", "{}", ""));
    }
    awaitPages();
  }

  private void payByCard(String key, long amount, String currency, boolean isRefunded)
      throws IOException {
    String card =
        "{\"type\":\"card\",\"card\":{\"number\":\"4242424242424242\",\"exp_month\":12,\"exp_year\":2035,\"cvc\":\"123\"}}";
    Reply paid = createFirst(card, amount, currency);
    records.card(clock.instant(), currency, amount);
    if (isRefunded) {
      refund(paid.at("/id"), amount / 2, "card-refund-" + key);
      records.card(clock.instant(), currency, -(amount / 2));
    }
  }

  private void payByIdeal(String key, long amount, boolean isRefunded) throws IOException {
    String payment = pay(IDEAL, amount, "eur", key);
    if (isRefunded) {
      awaitStatus("/v2/payments/" + payment, "succeeded");
      Reply refund = refund(payment, amount / 3, key + "-refund");
      awaitStatus("/v2/refunds/" + refund.at("/id"), "succeeded");
    }
  }

  private Reply create(String method, long amount, String currency, String key) throws IOException {
    return good(shop.post("/v2/payments", body(method, amount, currency), key));
  }

  /** Creates a payment as soon as the service has noticed that its connectors are disabled. */
  private Reply createFirst(String method, long amount, String currency) throws IOException {
    var made = new AtomicReference<Optional<Reply>>(Optional.empty());
    Waiting.until(
        "the service takes cards",
        () -> {
          made.set(shop.post("/v2/payments", body(method, amount, currency), ""));
          return made.get().filter(Reply::isGood).isPresent();
        });
    return made.get().orElseThrow();
  }

  private static String body(String method, long amount, String currency) {
    return "{\"amount\":%d,\"currency\":\"%s\",\"payment_method\":%s}"
        .formatted(amount, currency, method);
  }

  private Reply refund(String payment, long amount, String key) throws IOException {
    String body = "{\"payment\":\"%s\",\"amount\":%d}".formatted(payment, amount);
    return good(shop.post("/v2/refunds", body, key));
  }

  /** Pays on the provider's page, and returns the id of the payment. */
  private String pay(String method, long amount, String currency, String key) throws IOException {
    Reply made = create(method, amount, currency, key);
    boolean isMollie = method.equals(IDEAL);
    Pattern pages = isMollie ? OfMollie.PAGE : OfStripe.PAGE;
    String page =
        Sales.page(shop, pages, made.at("/next_action/redirect_to_url/url"))
            .orElseThrow(() -> new IOException("no page to pay on: " + made));
    Optional<URI> returned =
        isMollie ? mollie.payers().pay(page, Method.IDEAL) : stripe.payers().pay(page, Card.VISA);
    returned.ifPresent(shop::visit);
    return made.at("/id");
  }

  private void awaitStatus(String path, String status) throws IOException {
    Waiting.until(path + " is " + status, () -> good(shop.get(path)).at("/status").equals(status));
  }

  /** Waits until payers get pages of both providers. The payers of these pages never pay. */
  void awaitPages() throws IOException {
    for (String method : new String[] {HOSTED, IDEAL}) {
      Waiting.until(
          "there are pages for payers",
          () ->
              shop.post("/v2/payments", body(method, 500, "eur"), "")
                  .filter(Reply::isGood)
                  .isPresent());
    }
  }

  /** Creates a payment by bank transfer, and returns the response. */
  Reply expectTransfer(int day, long amount) throws IOException {
    return create("{\"type\":\"bank_transfer\"}", amount, "eur", "transfer-" + day);
  }

  /** Returns the transfer that pays such a payment. */
  static Awaited transfer(Reply waiting, long amount) {
    return new Awaited(waiting.at("/next_action/reference"), amount);
  }

  /** Disputes a payment that was not refunded. */
  Standing dispute(Emulator provider) throws IOException {
    Standing paid =
        provider.book().standings().stream()
            .filter(one ->
                one.captured() > 0 && one.refunded() == 0 && one.currency().equalsIgnoreCase("eur"))
            .filter(one -> !disputed.contains(one.names().payment()))
            .findFirst()
            .orElseThrow(() -> new IOException("there is no payment to dispute"));
    disputed.add(paid.names().payment());
    return paid;
  }

  static Reply good(Optional<Reply> reply) throws IOException {
    return reply
        .filter(Reply::isGood)
        .orElseThrow(() -> new IOException("a request failed: " + reply));
  }
}
