package emulator.stripe;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * A running stand-in for Stripe: its API at {@link #url()}, its payers, its book, and what is to go
 * wrong. All in memory, on loopback, for one account with the two keys {@link #TEST_KEY} and {@link
 * #LIVE_KEY}.
 */
public final class StripeEmulator implements AutoCloseable {
  /** As long as Stripe's are. */
  public static final String TEST_KEY = "sk_test_51" + "Double".repeat(16);

  public static final String LIVE_KEY = "sk_live_51" + "Double".repeat(16);

  private final Wire wire;
  private final World world;
  private final Api api;
  private final Front front;
  private final Webhooks webhooks;
  private final Plan<Fault> faults;
  private final Plan<WebhookFault> webhookFaults;
  private final Payers payers;
  private final Staff staff;
  private final Control control;

  /**
   * @param port 0 for any
   * @param seed of what goes wrong at random
   * @param answer how long each answer takes
   * @param slow how long one takes that is slow, and how much later comes what is late
   * @param retry how long after it a webhook that was not taken is sent again; then twice as long
   */
  public record Options(
      int port, long seed, InstantSource clock, Duration answer, Duration slow, Duration retry) {
    /** For tests: nothing is slow that need not be. */
    public static Options ofTests() {
      return new Options(
          0,
          1,
          InstantSource.system(),
          Duration.ZERO,
          Duration.ofMillis(100),
          Duration.ofMillis(100));
    }

    public Options withClock(InstantSource other) {
      return new Options(port, seed, other, answer, slow, retry);
    }
  }

  private StripeEmulator(Options options) throws IOException {
    this.faults = new Plan<>(Fault.class, options.seed());
    this.webhookFaults = new Plan<>(WebhookFault.class, options.seed());
    this.webhooks =
        new Webhooks(
            webhookFaults, options.clock(), new Webhooks.Pauses(options.retry(), options.slow()));
    this.world = new World(options.clock(), webhooks);
    this.wire = new Wire(options.port(), this::handle);
    var pages = new PayPage(world);
    this.api =
        new Api(world, new Replies(options.clock()), new SessionApi(wire.address() + PayPage.PATH));
    this.front =
        new Front(
            api,
            faults,
            new Front.Pauses(options.answer(), options.slow(), options.slow()),
            options.clock());
    this.payers = new Payers(world);
    this.staff = new Staff(world);
    this.control = new Control(this, pages);
    api.addKey(TEST_KEY);
    api.addKey(LIVE_KEY);
  }

  public static StripeEmulator start(Options options) throws IOException {
    var started = new StripeEmulator(options);
    started.wire.open();
    return started;
  }

  private void handle(Request request, Wire.Line line) throws IOException {
    if (request.path().startsWith("/v1/")) {
      front.handle(request, line);
    } else {
      line.answer(control.answer(request));
    }
  }

  /** In place of `https://api.stripe.com`. */
  public URI url() {
    return wire.address();
  }

  public Payers payers() {
    return payers;
  }

  public Staff staff() {
    return staff;
  }

  public Book book() {
    return world.book;
  }

  /** Of requests, told by `POST /v1/refunds`. */
  public Plan<Fault> faults() {
    return faults;
  }

  /** Of webhooks, told by `checkout.session.completed`. */
  public Plan<WebhookFault> webhookFaults() {
    return webhookFaults;
  }

  public Webhooks webhooks() {
    return webhooks;
  }

  public Journal journal() {
    return front.journal();
  }

  /** Requests that have arrived whole and are not answered: `POST /v1/payment_intents/{id}`. */
  public List<String> inFlight() {
    return front.inFlight();
  }

  /** A secret key that is good besides the two. */
  public void addKey(String key) {
    api.addKey(key);
  }

  /** A key that is not good any more: 401. */
  public void removeKey(String key) {
    api.removeKey(key);
  }

  /** Whether the account may take money, as `GET /v1/account` says. */
  public void setChargesEnabled(boolean enabled) {
    api.setChargesEnabled(enabled);
  }

  /**
   * Has all test mode's webhooks sent to an address, as Stripe's command line tool does.
   *
   * @param secret with which they are signed
   */
  public void listen(URI address, String secret) {
    world.change(
        World.Origin.NOBODY,
        () -> {
          var endpoint =
              new Endpoint(
                  "we_1" + world.ids.text(23),
                  false,
                  world.now(),
                  address.toString(),
                  List.of("*"));
          endpoint.secrets.add(secret);
          world.endpoints.put(endpoint.id, endpoint);
          return endpoint;
        });
  }

  /** Sends no more webhooks to an address. */
  public void stopListening(URI address) {
    world.change(
        World.Origin.NOBODY,
        () ->
            world.endpoints.values().removeIf(endpoint -> endpoint.url.equals(address.toString())));
  }

  /** Signs with one more secret, for all endpoints: as for a day after a secret was rolled. */
  public void addSecret(String secret) {
    world.change(
        World.Origin.NOBODY,
        () -> {
          world.endpoints.values().forEach(endpoint -> endpoint.secrets.add(secret));
          return secret;
        });
  }

  @Override
  public void close() throws IOException {
    wire.close();
    webhooks.close();
  }
}
