package emulator.stripe;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * A running emulator of Stripe. It has an API at {@link #url()}, payers, a ledger, and injected
 * faults. It keeps everything in memory, listens on loopback only, and has one account with the
 * keys {@link #TEST_KEY} and {@link #LIVE_KEY}.
 */
public final class StripeEmulator implements AutoCloseable {
  /** The secret key of test mode, as long as Stripe's. */
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
   * The settings of an emulator.
   *
   * @param port 0 for any free port
   * @param seed of the random faults
   * @param answer the latency of each response
   * @param slow the delay of slow responses and late executions
   * @param retry the delay before a failed webhook is sent again; it doubles after each attempt
   */
  public record Options(
      int port, long seed, InstantSource clock, Duration answer, Duration slow, Duration retry) {
    /** Returns options for tests, without unnecessary delays. */
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

  /** Returns the base URL, which replaces `https://api.stripe.com`. */
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

  /** Returns the faults of requests, selected by method and path such as `POST /v1/refunds`. */
  public Plan<Fault> faults() {
    return faults;
  }

  /** Returns the faults of webhooks, selected by types such as `checkout.session.completed`. */
  public Plan<WebhookFault> webhookFaults() {
    return webhookFaults;
  }

  public Webhooks webhooks() {
    return webhooks;
  }

  public Journal journal() {
    return front.journal();
  }

  /** Returns the number of requests to the API. */
  public long requests() {
    return front.requests();
  }

  /**
   * Returns the complete requests that have no response yet, for example `POST
   * /v1/payment_intents/{id}`.
   */
  public List<String> inFlight() {
    return front.inFlight();
  }

  /** Adds a valid secret key. */
  public void addKey(String key) {
    api.addKey(key);
  }

  /** Removes a secret key. Requests with it then return 401. */
  public void removeKey(String key) {
    api.removeKey(key);
  }

  /** Sets whether the account can accept charges, as `GET /v1/account` reports. */
  public void setChargesEnabled(boolean enabled) {
    api.setChargesEnabled(enabled);
  }

  /**
   * Sends all webhooks of test mode to an address, as Stripe's command-line tool does.
   *
   * @param secret the signing secret of these webhooks
   */
  public void listen(URI address, String secret) {
    listen(address, secret, List.of("*"));
  }

  /**
   * Sends webhooks of test mode to an address.
   *
   * @param events their types, for example `charge.refunded`; `*` for all
   */
  public void listen(URI address, String secret, List<String> events) {
    world.change(
        World.Origin.NOBODY,
        () -> {
          var endpoint =
              new Endpoint(
                  "we_1" + world.ids.text(23), false, world.now(), address.toString(), events);
          endpoint.secrets.add(secret);
          world.endpoints.put(endpoint.id, endpoint);
          return endpoint;
        });
  }

  /** Stops sending webhooks to an address. */
  public void stopListening(URI address) {
    world.change(
        World.Origin.NOBODY,
        () ->
            world.endpoints.values().removeIf(endpoint -> endpoint.url.equals(address.toString())));
  }

  /** Adds a signing secret for all endpoints, as on the day after a secret was rolled. */
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
