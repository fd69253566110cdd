package emulator.provider;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A running emulator of a provider. It has an API at {@link #url()}, payers, a ledger, and injected
 * faults. It keeps everything in memory and listens on loopback only.
 */
public abstract class Emulator implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofMillis(20);
  private static final Duration SLOW = Duration.ofSeconds(2);

  private final Options options;
  private final Wire wire;
  private final Plan<Fault> faults;
  private final Plan<WebhookFault> webhookFaults;
  private final Webhooks webhooks;
  private final Journal journal = new Journal();
  private final Ledger ledger = new Ledger();
  private final BalanceLedger balances = new BalanceLedger();
  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  protected Emulator(Options options, Webhooks.Rules rules) throws IOException {
    this.options = options;
    this.faults = new Plan<>(Fault.class, options.seed());
    this.webhookFaults = new Plan<>(WebhookFault.class, options.seed());
    this.webhooks = new Webhooks(webhookFaults, rules, options);
    this.wire = new Wire(options.port());
  }

  /** Starts to serve the API, and everything else with the commands. */
  protected final void serve(ProviderApi api, ControlApi control) {
    var front = new FaultInjector(api, faults, journal, options);
    wire.open((request, line) -> {
      if (request.path().startsWith(api.prefix())) {
        front.handle(request, line);
      } else {
        line.answer(control.answer(request));
      }
    });
  }

  /** Starts an emulator. */
  @FunctionalInterface
  public interface Start {
    Emulator start(Options options) throws IOException;
  }

  /**
   * Runs an emulator as a process. It prints its address, and exits when its standard input ends,
   * so that a test leaves no process behind.
   *
   * @param arguments the port and the seed, both optional
   */
  protected static void run(String[] arguments, Start start, String name, String key)
      throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
    var options = new Options(port, seed, InstantSource.system(), ANSWER, SLOW, SLOW);
    try (Emulator emulator = start.start(options)) {
      System.out.println("The " + name + " emulator is ready on " + emulator.url());
      System.out.println("API key of test mode: " + key);
      while (System.in.read() >= 0) {
        // until the input ends
      }
    }
  }

  /** Returns the base URL, which replaces the provider's. */
  public final URI url() {
    return wire.address();
  }

  public final Ledger book() {
    return ledger;
  }

  /** Returns the ledger of the merchant's money, with fees and payouts. */
  public final BalanceLedger balances() {
    return balances;
  }

  /** Returns the faults of requests, selected by method and path such as `POST /v1/refunds`. */
  public final Plan<Fault> faults() {
    return faults;
  }

  /** Returns the faults of webhooks, selected by their ids and types. */
  public final Plan<WebhookFault> webhookFaults() {
    return webhookFaults;
  }

  public final Webhooks webhooks() {
    return webhooks;
  }

  public final Journal journal() {
    return journal;
  }

  /** Returns the number of requests to the API. */
  public final long requests() {
    return journal.requests();
  }

  /**
   * Returns the complete requests that have no response yet, for example `POST
   * /v1/payment_intents/{id}`.
   */
  public final List<String> inFlight() {
    return journal.inFlight();
  }

  /** Adds a valid API key. */
  public final void addKey(String key) {
    keys.add(key);
  }

  /** Removes an API key. Requests with it then return 401. */
  public final void removeKey(String key) {
    keys.remove(key);
  }

  protected final boolean isKey(String key) {
    return keys.contains(key);
  }

  /** Sets whether the emulator accepts connections. All connections end if it doesn't. */
  public final void setReachable(boolean reachable) throws IOException {
    if (reachable) {
      wire.reopen();
    } else {
      wire.refuse();
    }
  }

  @Override
  public void close() throws IOException {
    wire.close();
    webhooks.close();
  }
}
