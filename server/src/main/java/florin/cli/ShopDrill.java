package florin.cli;

import florin.app.CommandFailure;
import florin.cli.Shop.Event;
import florin.cli.Shop.Order;
import florin.http.Json;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/**
 * Tests a merchant's shop. It plays each {@link ShopScenario} with an order of its own, and sends
 * the webhooks in Florin's place. At the end it compares the shop's orders with Florin's payments.
 */
final class ShopDrill {
  private static final String SESSIONS = "/v2/checkout_sessions";
  private static final String COMPLETED = "checkout_session.completed";
  private static final String GOOD = "4242424242424242";
  private static final String DECLINED = "4000000000000002";
  private static final Pattern ORDINAL = Pattern.compile("name=\"try\" value=\"([0-9]+)\"");

  /** How long an event may take to appear in Florin's list. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(200);

  /** The pause before the drill compares all orders. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** How often a webhook is sent that the shop rejects. */
  private static final int TRIES = 3;

  private final RestClient florin;
  private final Shop shop;
  private final Set<String> types;
  private final Duration patience;
  private final PrintStream out;
  private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
  private final List<Sale> sales = new ArrayList<>();

  /** An order of the drill, and what happened to it. */
  private static final class Sale {
    final ShopScenario scenario;
    final String reference;
    final Set<URI> pages = new LinkedHashSet<>();
    final Set<String> sessions = new LinkedHashSet<>();
    final Set<String> payments = new LinkedHashSet<>();
    final Set<ShopProblem> problems = EnumSet.noneOf(ShopProblem.class);
    final Set<String> sent = new HashSet<>();
    final List<String> steps = new ArrayList<>();
    private final long begun = System.nanoTime();

    /** The currently known facts, for the report. */
    String payment = "";

    String order = "";

    Sale(ShopScenario scenario, String reference) {
      this.scenario = scenario;
      this.reference = reference;
    }

    void note(String step) {
      steps.add(String.format(Locale.ROOT, "%5.1f s  %s", (System.nanoTime() - begun) / 1e9, step));
    }
  }

  /**
   * @param types the types of events that the shop receives
   * @param patience how long the shop may take to update an order
   */
  ShopDrill(RestClient florin, Shop shop, Set<String> types, Duration patience, PrintStream out) {
    this.florin = florin;
    this.shop = shop;
    this.types = Set.copyOf(types);
    this.patience = patience;
    this.out = out;
  }

  /**
   * Runs all scenarios and prints the result.
   *
   * @return whether all orders agree with the payments
   * @throws CommandFailure if the shop or the service doesn't respond as required
   */
  boolean run() throws InterruptedException {
    requireNoEndpoint();
    out.println(
        "Testing the shop at %s with %d orders in test mode.%n"
            .formatted(shop.address(), ShopScenario.values().length));
    for (ShopScenario scenario : ShopScenario.values()) {
      var sale = new Sale(scenario, "drill-%s-%d".formatted(run, sales.size() + 1));
      sales.add(sale);
      play(sale);
    }
    compare();
    sales.forEach(this::print);
    return summary();
  }

  /** Florin's own deliveries would hide the faults of the drill. */
  private void requireNoEndpoint() {
    for (Map<String, Object> endpoint : list("/v2/webhook_endpoints?limit=100")) {
      URI to = URI.create(String.valueOf(endpoint.get("url")));
      if ("enabled".equals(endpoint.get("status"))
          && String.valueOf(shop.address().getAuthority()).equals(to.getAuthority())) {
        throw new CommandFailure(
            "The webhook endpoint %s sends webhooks to this shop too. Disable it during the drill, because the drill sends them itself. Nothing was bought."
                .formatted(endpoint.get("id")));
      }
    }
  }

  private void play(Sale sale) throws InterruptedException {
    switch (sale.scenario) {
      case PLAIN -> {
        pay(sale);
        comeBack(sale);
        deliver(sale, events(sale));
      }
      case WEBHOOKS_FIRST -> {
        pay(sale);
        deliver(sale, events(sale));
        comeBack(sale);
      }
      case TAB_CLOSED -> {
        pay(sale);
        sale.note("The payer closes the tab");
        deliver(sale, events(sale));
      }
      case REPEATED -> {
        pay(sale);
        comeBack(sale);
        deliver(sale, events(sale));
        deliver(sale, events(sale));
      }
      case AT_ONCE -> {
        pay(sale);
        for (Event event : events(sale)) {
          atOnce(3, () -> deliver(sale, event));
        }
        comeBack(sale);
      }
      case REVERSED -> {
        pay(sale);
        comeBack(sale);
        deliver(sale, events(sale).reversed());
      }
      case STALE -> {
        pay(sale);
        List<Event> paid = events(sale);
        deliver(sale, paid);
        comeBack(sale);
        refund(sale);
        deliver(sale, paid);
      }
      case DECLINED_FIRST -> {
        buy(sale);
        payOn(sale, DECLINED);
        payOn(sale, GOOD);
        comeBack(sale);
        deliver(sale, events(sale));
      }
      case DECLINED -> {
        buy(sale);
        payOn(sale, DECLINED);
        comeBack(sale);
      }
      case EXPIRED -> {
        buy(sale);
        for (String session : sale.sessions) {
          florin.post(SESSIONS + "/" + session + "/expire", Map.of());
          sale.note("The session expires");
        }
        deliver(sale, eventsAbout(sale, "checkout_session.expired"));
      }
      case FORGED -> forge(sale);
      case DOUBLE_CLICK -> {
        atOnce(2, () -> shop.buy(sale.reference)).forEach(page -> open(sale, page));
        payOn(sale, GOOD);
        deliver(sale, events(sale));
      }
      case REFUNDED -> {
        pay(sale);
        comeBack(sale);
        deliver(sale, events(sale));
        refund(sale);
      }
    }
  }

  private void buy(Sale sale) {
    open(sale, shop.buy(sale.reference));
  }

  private void open(Sale sale, URI page) {
    if (sale.pages.add(page)) {
      String session = session(page);
      sale.sessions.add(session);
      sale.note("The buyer opens the page of " + session);
    }
  }

  private String session(URI page) {
    return list(SESSIONS + "?limit=100").stream()
        .filter(session -> page.toString().equals(session.get("url")))
        .filter(session -> Boolean.FALSE.equals(session.get("livemode")))
        .map(session -> String.valueOf(session.get("id")))
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure(
                "The shop sends the buyer to %s, which is no page of a new checkout session of this service and key. The shop and the drill need keys of the same account in test mode."
                    .formatted(page)));
  }

  private void pay(Sale sale) {
    buy(sale);
    payOn(sale, GOOD);
  }

  /** Pays on every page of the order. */
  private void payOn(Sale sale, String card) {
    for (URI page : sale.pages) {
      var ordinal = ORDINAL.matcher(florin.get(page.getRawPath()));
      Map<String, Object> form =
          Map.of(
              "try",
              ordinal.find() ? ordinal.group(1) : "1",
              "email",
              "drill@example.com",
              "number",
              card,
              "expiry",
              "12/40",
              "cvc",
              "123");
      sale.note("The payer pays with %s…%s".formatted(card.substring(0, 4), card.substring(12)));
      try {
        florin.submit(page.getRawPath(), form);
      } catch (CommandFailure refused) {
        throw new CommandFailure(
            "Florin's page doesn't accept the card: %s After several drills in a row, the brake on card testing stops the drill's declined cards. Try again in two minutes."
                .formatted(refused.getMessage()));
      }
    }
  }

  /** Opens the shop's success page, as a payer's browser does after the payment. */
  private void comeBack(Sale sale) {
    for (String id : sale.sessions) {
      if (session(id).get("success_url") instanceof String page && shop.visit(page)) {
        sale.note("The payer opens the shop's success page");
      }
    }
  }

  private void refund(Sale sale) throws InterruptedException {
    for (String payment : paymentsOf(sale)) {
      florin.post("/v2/refunds", Map.of("payment", payment));
      sale.note("A colleague refunds " + payment);
    }
    List<Event> all = eventsAbout(sale, "payment.refunded");
    deliver(sale, all.stream().filter(event -> !sale.sent.contains(event.id())).toList());
  }

  private void forge(Sale sale) throws InterruptedException {
    Sale other = sales.getFirst();
    buy(sale);
    List<Event> genuine = eventsAbout(other, COMPLETED);
    for (Event event : genuine) {
      var forged =
          new Event(
              event.id().replaceFirst(".{4}$", "0000"),
              event.type(),
              event
                  .body()
                  .replace(other.reference, sale.reference)
                  .replace(other.sessions.iterator().next(), sale.sessions.iterator().next()));
      int status = shop.forge(forged);
      sale.note(event.type() + " with a wrong signature → " + shown(status));
      if (status / 100 == 2) {
        sale.problems.add(ShopProblem.FORGERY_ACCEPTED);
      }
    }
  }

  /** Waits for the completion, and returns all events of the order for the shop. */
  private List<Event> events(Sale sale) throws InterruptedException {
    return eventsAbout(sale, COMPLETED);
  }

  /** Waits until there is an event of the type, and returns all events that the shop receives. */
  private List<Event> eventsAbout(Sale sale, String awaited) throws InterruptedException {
    long giveUp = System.nanoTime() + LONGEST.toNanos();
    do {
      List<String> objects = new ArrayList<>(sale.sessions);
      objects.addAll(paymentsOf(sale));
      List<Event> all =
          objects.stream()
              .flatMap(object -> list("/v2/events?limit=100&object_id=" + object).stream())
              .map(ShopDrill::event)
              .toList();
      if (all.stream().anyMatch(event -> event.type().equals(awaited))) {
        return all.reversed().stream().filter(event -> types.contains(event.type())).toList();
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() < giveUp);
    throw new CommandFailure(
        "Order %s has no event %s after %d seconds. Check the service's log."
            .formatted(sale.reference, awaited, LONGEST.toSeconds()));
  }

  private static Event event(Map<String, Object> json) {
    return new Event(
        String.valueOf(json.get("id")), String.valueOf(json.get("type")), Json.text(json));
  }

  private void deliver(Sale sale, List<Event> events) throws InterruptedException {
    for (Event event : events) {
      deliver(sale, event);
    }
  }

  private boolean deliver(Sale sale, Event event) throws InterruptedException {
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      int status = shop.deliver(event);
      synchronized (sale) {
        sale.sent.add(event.id());
        sale.note("Webhook " + event.type() + " → " + shown(status));
      }
      if (status / 100 == 2) {
        return true;
      }
      Thread.sleep(PAUSE);
    }
    synchronized (sale) {
      sale.problems.add(ShopProblem.WEBHOOK_REJECTED);
    }
    return false;
  }

  private static String shown(int status) {
    return status == 0 ? "no response" : "HTTP status " + status;
  }

  /** Runs the same call several times at the same moment. */
  private static <T> List<T> atOnce(int times, Callable<T> call) throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> results = new ArrayList<>();
      for (Future<T> one : threads.invokeAll(Collections.nCopies(times, call))) {
        if (one.state() == Future.State.FAILED
            && one.exceptionNow() instanceof CommandFailure failed) {
          throw failed;
        }
        results.add(one.resultNow());
      }
      return results;
    }
  }

  /** Compares until all orders agree, or the patience has ended. */
  private void compare() throws InterruptedException {
    long giveUp = System.nanoTime() + patience.toNanos();
    Map<Sale, Set<ShopProblem>> found;
    do {
      Thread.sleep(LOOK); // also if all agree, since a shop may ship a second time a little later
      Map<String, Order> orders = shop.orders();
      found = new LinkedHashMap<>();
      for (Sale sale : sales) {
        found.put(sale, compare(sale, Optional.ofNullable(orders.get(sale.reference))));
      }
    } while (found.values().stream().anyMatch(some -> !some.isEmpty())
        && System.nanoTime() < giveUp);
    found.forEach((sale, problems) -> sale.problems.addAll(problems));
  }

  private Set<ShopProblem> compare(Sale sale, Optional<Order> order) {
    List<Map<String, Object>> paid =
        paymentsOf(sale).stream()
            .map(id -> Json.readObject(florin.get("/v2/payments/" + id)))
            .filter(payment -> "succeeded".equals(payment.get("status")))
            .toList();
    sale.payment =
        paid.isEmpty()
            ? "no payment"
            : String.join(", ", paid.stream().map(ShopDrill::text).toList());
    sale.order = order.map(ShopDrill::text).orElse("no such order");
    boolean isPaid = order.filter(Order::paid).isPresent();
    long shipped = order.map(Order::shipped).orElse(0L);
    boolean isRefunded =
        !paid.isEmpty() && paid.stream().allMatch(one -> Boolean.TRUE.equals(one.get("refunded")));
    Map<ShopProblem, Boolean> holds = new EnumMap<>(ShopProblem.class);
    holds.put(ShopProblem.PAID_WITHOUT_ORDER, !paid.isEmpty() && !isPaid && !isRefunded);
    holds.put(ShopProblem.ORDER_WITHOUT_PAYMENT, paid.isEmpty() && (isPaid || shipped > 0));
    holds.put(ShopProblem.SHIPPED_TWICE, shipped > 1);
    holds.put(ShopProblem.PAID_TWICE, paid.size() > 1);
    holds.put(
        ShopProblem.REFUND_UNKNOWN,
        isRefunded && order.map(Order::refunded).filter(known -> !known).isPresent());
    Set<ShopProblem> problems = EnumSet.noneOf(ShopProblem.class);
    holds.forEach((problem, is) -> {
      if (is) {
        problems.add(problem);
      }
    });
    return problems;
  }

  private Set<String> paymentsOf(Sale sale) {
    for (String session : sale.sessions) {
      if (session(session).get("payment") instanceof String payment) {
        sale.payments.add(payment);
      }
    }
    return sale.payments;
  }

  private Map<String, Object> session(String id) {
    return Json.readObject(florin.get(SESSIONS + "/" + id));
  }

  private List<Map<String, Object>> list(String path) {
    List<Map<String, Object>> all = new ArrayList<>();
    if (Json.readObject(florin.get(path)).get("data") instanceof List<?> data) {
      for (Object one : data) {
        all.add(Json.readObject(Json.text(one)));
      }
    }
    return all;
  }

  private static String text(Map<String, Object> payment) {
    return "%s of %s %s%s"
        .formatted(
            payment.get("id"),
            payment.get("amount"),
            payment.get("currency"),
            Boolean.TRUE.equals(payment.get("refunded")) ? ", refunded" : "");
  }

  private static String text(Order order) {
    String refunded =
        order.refunded() == null ? "" : order.refunded() ? ", refunded" : ", not refunded";
    return (order.paid() ? "paid" : "not paid")
        + ", shipped "
        + order.shipped()
        + " times"
        + refunded;
  }

  private void print(Sale sale) {
    if (sale.problems.isEmpty()) {
      out.println(Color.GREEN.of("ok    ") + sale.scenario.title());
      return;
    }
    String problems = String.join(", ", sale.problems.stream().map(ShopProblem::text).toList());
    out.println(Color.RED.of("FAIL  ") + sale.scenario.title() + ": " + problems);
    out.println("      Order " + sale.reference);
    sale.steps.forEach(step -> out.println("      " + step));
    out.println("      Florin: " + sale.payment);
    out.println("      Shop: " + sale.order);
  }

  private boolean summary() {
    Set<ShopProblem> all = EnumSet.noneOf(ShopProblem.class);
    sales.forEach(sale -> all.addAll(sale.problems));
    long good = sales.stream().filter(sale -> sale.problems.isEmpty()).count();
    out.println("%n%d of %d orders agree with the payments.".formatted(good, sales.size()));
    all.forEach(problem -> {
      out.println();
      out.println(problem.text());
      out.println("  " + problem.cure());
    });
    return all.isEmpty();
  }
}
