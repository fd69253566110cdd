package florin.bench.provider;

import emulator.provider.Ledger.Names;
import emulator.provider.Ledger.Standing;
import florin.bench.provider.Sale.Asked;
import florin.bench.provider.Shop.Reply;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The course of a sale. The shop creates a payment, the payer may pay and may return, and the shop
 * captures, cancels, or refunds. A request without a response ends the sale here, since a shop with
 * a dead service retries later.
 */
public final class Sales {
  /** The prefix of the description of a charge after the revocation of its mandate. */
  public static final String REVOKED = "revoked-";

  private static final long LEAST = 100;
  private static final long MOST = 100_000;

  /** The number of times that a shop polls a payment; {@link #PAUSE} is the time in between. */
  private static final int LOOKS = 30;

  private static final Duration PAUSE = Duration.ofMillis(150);

  private final Shop shop;
  private final HostedProvider provider;
  private final SplittableRandom random;

  public Sales(Shop shop, HostedProvider provider, SplittableRandom random) {
    this.shop = shop;
    this.provider = provider;
    this.random = random;
  }

  /** The actions of a payer on the page. */
  private enum Behaviour {
    PAYS(55),
    PAYS_AND_STAYS_AWAY(20),
    PAYS_AFTER_A_DECLINE(8),
    PAYS_WHILE_THE_SHOP_CANCELS(5),
    LEAVES_AND_THE_SHOP_CANCELS(6),
    LEAVES(6);

    private final int percent;

    Behaviour(int percent) {
      this.percent = percent;
    }

    static Behaviour pick(SplittableRandom random) {
      int drawn = random.nextInt(100);
      for (Behaviour behaviour : values()) {
        drawn -= behaviour.percent;
        if (drawn < 0) {
          return behaviour;
        }
      }
      throw new IllegalStateException("the shares do not add up to 100");
    }
  }

  /**
   * Creates a sale with a random amount and capture method. The key identifies it in all requests.
   * In some sales, the payer's method is saved, with the payment or without one.
   */
  public Sale next(String key) {
    Optional<String> customer = random.nextInt(3) == 0 ? customer(key) : Optional.empty();
    long amount = random.nextLong(LEAST, MOST);
    return customer.isPresent() && random.nextInt(3) == 0
        ? Sale.setup(key, amount, customer.get())
        : new Sale(key, amount, random.nextInt(3) == 0, customer);
  }

  private Optional<String> customer(String key) {
    return shop.post("/v2/customers", "{}", key + "-customer")
        .filter(Reply::isGood)
        .map(reply -> reply.at("/id"));
  }

  /** Saves the payer's method, with a payment or without one, and charges it later. */
  public void saveAndCharge(String key, boolean isSetup) {
    String customer =
        customer(key).orElseThrow(() -> new IllegalStateException("there is no customer"));
    long amount = random.nextLong(LEAST, MOST);
    Sale sale =
        isSetup
            ? Sale.setup(key, amount, customer)
            : new Sale(key, amount, false, Optional.of(customer));
    Optional<String> saved = begin(sale);
    sale.page().flatMap(this::pay).ifPresent(shop::visit);
    for (int i = 0; i < LOOKS && saved.isPresent(); i++) {
      Optional<Reply> now =
          shop.get(sale.path(saved.get())).filter(reply -> reply.at("/status").equals("succeeded"));
      if (now.isPresent()) {
        chargeAndRevoke(sale, now.get().at("/payment_method/id"));
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Carries out a sale until it ends or a response is missing. */
  public void carryOut(Sale sale) {
    begin(sale).ifPresent(payment -> sale.page().ifPresent(page -> visit(sale, payment, page)));
  }

  /** Carries out a sale that is paid, and refunded as a whole. */
  public void payAndRefund(Sale sale) {
    begin(sale)
        .ifPresent(payment -> {
          sale.page().flatMap(this::pay).ifPresent(shop::visit);
          for (int i = 0; i < LOOKS && !isRefunded(sale, payment); i++) {
            LockSupport.parkNanos(PAUSE.toNanos());
          }
        });
  }

  private boolean isRefunded(Sale sale, String payment) {
    String body = "{\"payment\":\"" + payment + "\",\"amount\":" + sale.amount() + "}";
    return ask(sale.ask("/v2/refunds", body)).isPresent();
  }

  /** Creates the payment, and returns its id if its payer is redirected. */
  private Optional<String> begin(Sale sale) {
    Optional<Reply> begun = ask(sale.asked().getFirst());
    if (begun.isEmpty() || !begun.get().at("/status").equals("requires_action")) {
      return Optional.empty();
    }
    String payment = begun.get().at("/id");
    String url = begun.get().at("/next_action/redirect_to_url/url");
    sale.learn(payment, page(shop, provider.page(), url));
    return Optional.of(payment);
  }

  private Optional<Reply> ask(Asked asked) {
    asked.send(shop);
    return asked.answer().filter(Reply::isGood);
  }

  /**
   * Returns the id of the page at the provider. The URL is the provider's page or a page of Florin
   * that redirects to it.
   */
  public static Optional<String> page(Shop shop, Pattern pages, String url) {
    Matcher direct = pages.matcher(url);
    if (direct.find()) {
      return Optional.of(direct.group());
    }
    return shop.visit(URI.create(url))
        .map(Reply::text)
        .map(pages::matcher)
        .filter(Matcher::find)
        .map(Matcher::group);
  }

  private void visit(Sale sale, String payment, String page) {
    Behaviour behaviour = Behaviour.pick(random);
    switch (behaviour) {
      case PAYS -> pay(page).ifPresent(shop::visit);
      case PAYS_AND_STAYS_AWAY -> pay(page);
      case PAYS_AFTER_A_DECLINE -> {
        tried(() -> provider.decline(page)).ifPresent(shop::visit);
        pay(page).ifPresent(shop::visit);
      }
      case PAYS_WHILE_THE_SHOP_CANCELS -> {
        Thread payer = Thread.startVirtualThread(() -> pay(page).ifPresent(shop::visit));
        ask(sale.ask(sale.path(payment) + "/cancel", "{}"));
        join(payer);
        return;
      }
      case LEAVES_AND_THE_SHOP_CANCELS -> {
        ask(sale.ask(sale.path(payment) + "/cancel", "{}"));
        return;
      }
      case LEAVES -> {
        return;
      }
    }
    follow(sale, payment);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<URI> pay(String page) {
    return tried(() -> provider.pay(page, random));
  }

  /** Pays on the page. Returns empty if the page has been closed, which is legal. */
  private static Optional<URI> tried(Supplier<Optional<URI>> act) {
    try {
      return act.get();
    } catch (IllegalStateException closed) {
      return Optional.empty();
    }
  }

  private void follow(Sale sale, String payment) {
    String path = sale.path(payment);
    for (int i = 0; i < LOOKS; i++) {
      Optional<Reply> now = shop.get(path);
      if (now.isEmpty()) {
        return;
      }
      switch (now.get().at("/status")) {
        case "requires_capture" -> {
          if (!captureAtProvider(sale)) {
            decide(sale, path);
          }
          return;
        }
        case "succeeded" -> {
          if (!sale.isSetup()) {
            refundAtProvider(sale);
            giveBack(sale, payment, sale.amount());
          }
          String method = now.get().at("/payment_method/id");
          if (!method.isEmpty()) {
            chargeLater(sale, method);
          }
          return;
        }
        case "failed", "canceled" -> {
          return;
        }
        default -> LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Charges a saved method, and mostly revokes its mandate meanwhile and charges it again. */
  private void chargeLater(Sale sale, String method) {
    if (random.nextInt(4) == 0) {
      ask(sale.charge(method, ""));
    } else {
      chargeAndRevoke(sale, method);
    }
    provider.collect();
  }

  private void chargeAndRevoke(Sale sale, String method) {
    Optional<String> mandate = ask(sale.charge(method, "")).map(reply -> reply.at("/mandate"));
    if (mandate.isEmpty()) {
      return;
    }
    Thread meanwhile = Thread.startVirtualThread(() -> ask(sale.charge(method, "")));
    String revoke = "/v2/mandates/" + mandate.get() + "/revoke";
    boolean isRevoked = ask(sale.ask(revoke, "{}")).isPresent();
    join(meanwhile);
    if (isRevoked) {
      ask(sale.charge(method, REVOKED));
    }
  }

  private void decide(Sale sale, String path) {
    int drawn = random.nextInt(10);
    if (drawn < 3) {
      ask(sale.ask(path + "/cancel", "{}"));
    } else if (drawn < 6) {
      long part = random.nextLong(1, sale.amount());
      ask(sale.ask(path + "/capture", "{\"amount\":" + part + "}"));
    } else {
      ask(sale.ask(path + "/capture", "{}"));
    }
  }

  /**
   * Captures some payments in the provider's dashboard. Returns whether the shop leaves the payment
   * alone; it also acts on half of the captured ones.
   */
  private boolean captureAtProvider(Sale sale) {
    if (random.nextInt(4) > 0) {
      return false;
    }
    Optional<Long> part =
        random.nextBoolean() ? Optional.of(random.nextLong(1, sale.amount())) : Optional.empty();
    atProvider(sale, payment -> provider.capture(payment, part));
    return random.nextBoolean();
  }

  /** Refunds some payments in the provider's dashboard, before the shop may refund them too. */
  private void refundAtProvider(Sale sale) {
    if (random.nextInt(4) > 0) {
      return;
    }
    long part = random.nextLong(1, sale.amount());
    atProvider(sale, payment -> provider.refund(payment, part));
  }

  /**
   * Acts in the provider's dashboard. The provider rejects actions that don't fit the payment's
   * state.
   */
  private void atProvider(Sale sale, Consumer<String> act) {
    Optional<String> payment =
        provider.emulator().book().standings().stream()
            .map(Standing::names)
            .filter(names -> sale.page().filter(names.page()::equals).isPresent())
            .map(Names::payment)
            .findFirst();
    try {
      payment.ifPresent(act);
    } catch (IllegalStateException refused) {
      // The shop acted first.
    }
  }

  private void giveBack(Sale sale, String payment, long left) {
    int drawn = random.nextInt(10);
    if (drawn < 6) {
      return;
    }
    long part = drawn < 8 ? left : random.nextLong(1, left);
    String body = "{\"payment\":\"" + payment + "\",\"amount\":" + part + "}";
    boolean given = ask(sale.ask("/v2/refunds", body)).isPresent();
    if (given && part < left && drawn == 9) {
      giveBack(sale, payment, left - part);
    }
  }
}
