package florin.testing.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import florin.core.Hmac;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * The provider's side. A client creates objects and confirms them, or the payer pays on the
 * provider's page. Objects can be captured, canceled and refunded. Requests are idempotent by their
 * key, and the provider doesn't interpret Florin's references.
 */
public final class Provider implements AutoCloseable {
  /** The API key of Florin's connectors; {@link #SECRET} signs webhooks. */
  public static final String API_KEY = "provider-key";

  public static final String SECRET = "webhook-secret";

  /** The fault of the next request to a path with this ending. */
  public enum Fault {
    /** Executes the request, and closes the connection without a response. */
    ANSWER_LOST,
    /** Executes the request, and responds only after a client queries the object. */
    SLOW,
    /** Closes the connection without executing the request. */
    NEVER_ARRIVES,
    /** Declines the request, also when it is repeated under the same key. */
    DECLINED
  }

  /** The time when the provider's pages expire. */
  public static final Instant PAGE_EXPIRES = Instant.parse("2040-01-01T00:00:00Z");

  private static final String APPROVED = "4242424242424242";
  private static final String SLOW = "4000000000840084";
  private static final String PENDING = "4000000000840118";

  private final HttpServer server;
  private final Map<String, Thing> things = new HashMap<>();
  private final Map<String, Answer> answers = new HashMap<>();
  private final Map<String, Movement> movements = new HashMap<>();
  private final Map<String, Fault> faults = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> subscriptions = new ArrayList<>();
  private final Map<String, Boolean> saved = new HashMap<>();
  private int counter;

  /** An object: an authorization with its captured and refunded amounts. */
  private static final class Thing {
    final String id;
    final String reference;
    final long amount;
    final boolean manual;
    final String card;
    final String returnUrl;
    final boolean saves;
    String saved = "";
    String state;
    String brought = "";
    String dispute = "";
    long captured;
    long refunded;
    boolean wasCaptured;
    final CountDownLatch asked = new CountDownLatch(1);
    final Instant created = Instant.now();

    Thing(String id, Fields asked) {
      this.id = id;
      this.reference = asked.get("reference");
      this.amount = asked.number("amount");
      this.manual = asked.get("capture").equals("manual");
      this.card = asked.find("card").orElse("");
      this.returnUrl = asked.find("return_url").orElse("");
      this.saves = asked.find("saves").isPresent();
      this.state = card.isEmpty() ? "requires_action" : "requires_confirmation";
    }
  }

  private record Movement(
      String id, String of, String kind, String reference, long amount, Instant at) {}

  private record Answer(String fingerprint, int status, String body) {}

  public Provider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Makes the next request to a path with this ending fail. */
  public synchronized void fail(String pathEnd, Fault fault) {
    faults.put(pathEnd, fault);
  }

  /** Returns the method and path of each request, in order. */
  public synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** Returns the addresses to which clients subscribed webhooks, in order. */
  public synchronized List<String> subscriptions() {
    return List.copyOf(subscriptions);
  }

  /** Completes the payer's action on the provider's page: the payer pays or declines. */
  public synchronized void payerActs(String reference, boolean pays) {
    Thing thing = thing(reference);
    if (thing.state.equals("requires_action")) {
      resolve(thing, pays ? "approved" : "declined");
    }
  }

  /** Releases all slow responses. */
  public synchronized void hurry() {
    things.values().forEach(thing -> thing.asked.countDown());
  }

  /** Returns the address to which the payer returns. */
  public synchronized String returnUrl(String reference) {
    return thing(reference).returnUrl + "?result=made-up";
  }

  /**
   * Returns the result that the payer brought back according to the connector; it has no effect.
   */
  public synchronized String brought(String reference) {
    return thing(reference).brought;
  }

  /** Decides a pending object. */
  public synchronized void decide(String reference, boolean approved) {
    resolve(thing(reference), approved ? "approved" : "declined");
  }

  /** Changes the state of an object, even of a decided one. */
  public synchronized void become(String reference, String state) {
    resolve(thing(reference), state);
  }

  /** Returns the amount that the provider holds or has captured under this reference. */
  public synchronized long net(String reference) {
    return things.values().stream()
        .filter(thing -> thing.reference.equals(reference) && thing.state.equals("approved"))
        .mapToLong(thing -> (thing.wasCaptured ? thing.captured : thing.amount) - thing.refunded)
        .sum();
  }

  /** Returns the number of captures, cancels or refunds, by their kind. */
  public synchronized int count(String kind) {
    return (int) movements.values().stream().filter(it -> it.kind().equals(kind)).count();
  }

  /** Opens a dispute of a payment, or closes it if there is no reason. */
  public synchronized void dispute(String reference, String reason) {
    thing(reference).dispute = reason;
  }

  /** Returns the number of saved cards. */
  public synchronized int kept() {
    return saved.size();
  }

  public synchronized String objectOf(String reference) {
    return thing(reference).id;
  }

  /** Returns the signature header of a webhook with this body. */
  public static String sign(String body, Instant now) {
    String signed = now.getEpochSecond() + "." + body;
    byte[] mac =
        new Hmac(SECRET.getBytes(StandardCharsets.UTF_8))
            .of(signed.getBytes(StandardCharsets.UTF_8));
    return "t=" + now.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(mac);
  }

  public synchronized String webhook(String id, String reference, String kind) {
    return Fields.of("id", id, "object", thing(reference).id, "reference", reference, "kind", kind)
        .text();
  }

  @Override
  public synchronized void close() {
    hurry();
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getQuery();
    String body =
        query == null
            ? new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
            : query;
    Optional<Fault> fault = begin(exchange.getRequestMethod() + " " + path, path);
    if (fault.equals(Optional.of(Fault.NEVER_ARRIVES))) {
      exchange.close();
      return;
    }
    boolean known =
        ("Bearer " + API_KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    boolean declines = fault.equals(Optional.of(Fault.DECLINED));
    Answer answer = known ? answer(exchange, path, body, declines) : new Answer("", 401, "");
    if (known && (fault.equals(Optional.of(Fault.SLOW)) || isSlow(path))) {
      awaitQuestion(path);
    }
    if (fault.equals(Optional.of(Fault.ANSWER_LOST))) {
      exchange.close();
      return;
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private synchronized Optional<Fault> begin(String request, String path) {
    requests.add(request);
    return faults.keySet().stream().filter(path::endsWith).findFirst().map(faults::remove);
  }

  private synchronized boolean isSlow(String path) {
    return path.endsWith("/confirm") && named(path).card.equals(SLOW);
  }

  private Thing named(String path) {
    return Objects.requireNonNull(things.get(path.split("/")[2]), path);
  }

  private void awaitQuestion(String path) {
    CountDownLatch asked;
    synchronized (this) {
      asked = named(path).asked;
    }
    try {
      asked.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the response to a request. A repeated key gets the first response, even if the object
   * has changed since.
   */
  private synchronized Answer answer(
      HttpExchange exchange, String path, String body, boolean declines) {
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    if (key == null) {
      return act(path, body);
    }
    String fingerprint = path + "\n" + body;
    Answer before = answers.get(key);
    if (before != null) {
      return before.fingerprint().equals(fingerprint) ? before : refused("94");
    }
    Answer made = declines ? refused("96") : act(path, body);
    Answer kept = new Answer(fingerprint, made.status(), made.body());
    answers.put(key, kept);
    return kept;
  }

  private Answer act(String path, String body) {
    String[] parts = path.split("/");
    if (parts[1].equals("account")) {
      return new Answer("", 200, Fields.of("state", "open").text());
    }
    if (parts[1].equals("saved")) {
      return saved.remove(parts[2]) == null ? new Answer("", 404, "") : new Answer("", 200, "");
    }
    if (parts[1].equals("subscriptions")) {
      subscriptions.add(Fields.parse(body).get("address"));
      return new Answer("", 200, Fields.of("secret", SECRET).text());
    }
    Fields said = Fields.parse(body);
    if (parts.length == 2 && said.find("since").isPresent()) {
      return list(said.number("since"), said.find("after").orElse(""));
    }
    if (parts.length == 2) {
      var made = new Thing("ob_" + ++counter, Fields.parse(body));
      things.put(made.id, made);
      return shown(made);
    }
    Thing thing = named(path);
    if (parts.length == 3) {
      thing.asked.countDown();
      Fields.parse(body).find("result").ifPresent(result -> thing.brought = result);
      return shown(thing);
    }
    return switch (parts[3]) {
      case "movements" -> find(thing, parts[4], Fields.parse(body));
      case "confirm" -> confirm(thing);
      case "capture" -> capture(thing, Fields.parse(body));
      case "cancel" -> cancel(thing, Fields.parse(body));
      case "refunds" -> refund(thing, Fields.parse(body));
      default -> throw new IllegalArgumentException(path);
    };
  }

  /** Returns a page of two objects, oldest first. */
  private Answer list(long since, String after) {
    List<Thing> left =
        things.values().stream()
            .filter(thing -> thing.created.getEpochSecond() >= since)
            .sorted(Comparator.comparingInt(thing -> number(thing.id)))
            .dropWhile(thing -> !after.isEmpty() && number(thing.id) <= number(after))
            .toList();
    var fields = new HashMap<String, String>();
    List<Thing> page = left.subList(0, Math.min(2, left.size()));
    for (int i = 0; i < page.size(); i++) {
      Thing thing = page.get(i);
      fields.put(i + ".id", thing.id);
      fields.put(i + ".reference", thing.reference);
      fields.put(i + ".amount", Long.toString(thing.amount));
      fields.put(i + ".state", thing.state);
      fields.put(i + ".created", Long.toString(thing.created.getEpochSecond()));
    }
    fields.put("count", Integer.toString(page.size()));
    fields.put("more", Boolean.toString(left.size() > page.size()));
    return new Answer("", 200, new Fields(fields).text());
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(id.indexOf('_') + 1));
  }

  private Answer find(Thing thing, String reference, Fields asked) {
    Movement movement = movements.get(reference);
    return movement == null
            || !movement.of().equals(thing.id)
            || movement.at().getEpochSecond() < asked.number("since")
        ? new Answer("", 404, "")
        : shown(movement);
  }

  private Answer confirm(Thing thing) {
    if (thing.state.equals("requires_confirmation")) {
      resolve(
          thing,
          switch (thing.card) {
            case APPROVED, SLOW -> "approved";
            case PENDING -> "pending";
            default -> saved.containsKey(thing.card) ? "approved" : "declined";
          });
    }
    return thing.state.equals("canceled") ? refused("12") : shown(thing);
  }

  private void resolve(Thing thing, String state) {
    thing.state = state;
    if (state.equals("approved") && thing.saves && thing.saved.isEmpty()) {
      thing.saved = "sv_" + ++counter;
      saved.put(thing.saved, true);
    }
    if (state.equals("approved") && !thing.manual) {
      thing.captured = thing.amount;
      thing.wasCaptured = true;
    }
  }

  private Answer capture(Thing thing, Fields asked) {
    long amount = asked.number("amount");
    if (!thing.state.equals("approved") || thing.wasCaptured) {
      return refused("12");
    }
    if (amount < 1 || amount > thing.amount || !asked.get("currency").equals("eur")) {
      return refused("13");
    }
    thing.captured = amount;
    thing.wasCaptured = true;
    return moved(thing, "capture", asked.get("reference"), amount);
  }

  private Answer refund(Thing thing, Fields asked) {
    long amount = asked.number("amount");
    if (!thing.state.equals("approved") || !thing.wasCaptured) {
      return refused("12");
    }
    if (amount < 1
        || amount > thing.captured - thing.refunded
        || !asked.get("currency").equals("eur")) {
      return refused("13");
    }
    thing.refunded += amount;
    return moved(thing, "refund", asked.get("reference"), amount);
  }

  private Answer cancel(Thing thing, Fields asked) {
    boolean takenApart = (thing.manual && thing.wasCaptured) || thing.refunded > 0;
    if (thing.state.equals("approved") && takenApart) {
      return refused("12");
    }
    long released = thing.state.equals("approved") ? thing.amount : 0;
    if (!thing.state.equals("declined")) {
      thing.state = "canceled";
    }
    return moved(thing, "cancel", asked.get("reference"), released);
  }

  private Answer moved(Thing thing, String kind, String reference, long amount) {
    var movement =
        new Movement("mv_" + ++counter, thing.id, kind, reference, amount, Instant.now());
    movements.put(movement.reference(), movement);
    return shown(movement);
  }

  private static Answer shown(Movement movement) {
    return new Answer(
        "", 200, Fields.of("id", movement.id(), "amount", "" + movement.amount()).text());
  }

  private Answer shown(Thing thing) {
    return new Answer(
        "",
        200,
        Fields.of(
                "id",
                thing.id,
                "state",
                thing.state,
                "amount",
                "" + thing.amount,
                "dispute",
                thing.dispute,
                "saved",
                thing.saved,
                "url",
                address() + "/pay/" + thing.id,
                "expires",
                "" + PAGE_EXPIRES.getEpochSecond())
            .text());
  }

  private static Answer refused(String code) {
    return new Answer("", 402, Fields.of("code", code).text());
  }

  private Thing thing(String reference) {
    return things.values().stream()
        .filter(thing -> thing.reference.equals(reference))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no object of " + reference));
  }
}
