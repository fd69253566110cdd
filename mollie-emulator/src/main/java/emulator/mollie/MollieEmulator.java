package emulator.mollie;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/**
 * A running emulator of Mollie. It has an API at {@link #url()}, payers, a ledger, a clock, and
 * injected faults. It keeps everything in memory, listens on loopback only, and has one profile
 * with the keys {@link #TEST_KEY} and {@link #LIVE_KEY}.
 */
public final class MollieEmulator implements AutoCloseable {
  /** The API key of test mode, as long as Mollie's. */
  public static final String TEST_KEY = "test_" + "Double".repeat(5);

  public static final String LIVE_KEY = "live_" + "Double".repeat(5);

  /** The time between two looks at what is due, such as the expiry of a payment. */
  private static final Duration TICK = Duration.ofMillis(200);

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
  private final Thread ticker;

  /**
   * The settings of an emulator.
   *
   * @param port 0 for any free port
   * @param seed of the random faults
   * @param answer the latency of each response
   * @param slow the delay of slow responses and late executions
   * @param retry the delay before a failed webhook is sent again, in place of Mollie's minute
   */
  public record Options(
      int port,
      long seed,
      InstantSource clock,
      Pace pace,
      Duration answer,
      Duration slow,
      Duration retry) {
    /** Returns options for tests, without unnecessary delays. */
    public static Options ofTests() {
      return new Options(
          0,
          1,
          InstantSource.system(),
          Pace.usual(),
          Duration.ZERO,
          Duration.ofMillis(100),
          Duration.ofMillis(20));
    }

    public Options withClock(InstantSource other) {
      return new Options(port, seed, other, pace, answer, slow, retry);
    }

    public Options withPace(Pace other) {
      return new Options(port, seed, clock, other, answer, slow, retry);
    }
  }

  private MollieEmulator(Options options) throws IOException {
    this.faults = new Plan<>(Fault.class, options.seed());
    this.webhookFaults = new Plan<>(WebhookFault.class, options.seed());
    this.webhooks =
        new Webhooks(webhookFaults, new Webhooks.Pauses(options.retry(), options.slow()));
    this.world = new World(new Agenda(options.clock()), options.pace(), webhooks);
    this.wire = new Wire(options.port(), this::handle);
    this.api = new Api(world, new Replies(this::now), wire.address().toString());
    this.front =
        new Front(
            api,
            faults,
            new Front.Pauses(options.answer(), options.slow(), options.slow()),
            options.clock());
    this.payers = new Payers(world);
    this.staff = new Staff(world);
    this.control = new Control(this, new PayPage(payers));
    this.ticker = Thread.ofVirtual().name("ticker").unstarted(this::tick);
    api.addKey(TEST_KEY);
    api.addKey(LIVE_KEY);
  }

  public static MollieEmulator start(Options options) throws IOException {
    var started = new MollieEmulator(options);
    started.wire.open();
    started.ticker.start();
    return started;
  }

  private void handle(Request request, Wire.Line line) throws IOException {
    if (request.path().startsWith("/v2/")) {
      front.handle(request, line);
    } else {
      line.answer(control.answer(request));
    }
  }

  private void tick() {
    try {
      while (true) {
        Thread.sleep(TICK);
        world.tick();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the base URL, which replaces `https://api.mollie.com`. */
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

  /** Returns the current time of the emulator. */
  public Instant now() {
    return world.change(world::now);
  }

  /** Moves the clock forward, and does what is due by then: expiries, captures and refunds. */
  public void advance(Duration time) {
    world.advance(time);
  }

  /** Returns the faults of requests, selected by method and path such as `POST /v2/payments`. */
  public Plan<Fault> faults() {
    return faults;
  }

  /** Returns the faults of webhooks, selected by causes such as `paid` or `refund failed`. */
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
   * /v2/payments/{id}/refunds`.
   */
  public List<String> inFlight() {
    return front.inFlight();
  }

  /** Adds a valid API key, which starts with `test_` or `live_`. */
  public void addKey(String key) {
    api.addKey(key);
  }

  /** Removes an API key. Requests with it then return 401. */
  public void removeKey(String key) {
    api.removeKey(key);
  }

  /** Sets the payment methods that the profile has enabled. */
  public void setMethods(Set<Method> methods) {
    world.change(() -> {
      world.methods.clear();
      return world.methods.addAll(methods);
    });
  }

  /** Sets whether the emulator accepts connections. All connections end if it doesn't. */
  public void setReachable(boolean reachable) throws IOException {
    if (reachable) {
      wire.reopen();
    } else {
      wire.refuse();
    }
  }

  @Override
  public void close() throws IOException {
    ticker.interrupt();
    wire.close();
    webhooks.close();
  }
}
