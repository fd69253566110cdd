package emulator.provider;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * A running emulator of a provider. It has an API at {@link #url()}, payers, a ledger, and injected
 * faults. It keeps everything in memory and listens on loopback only.
 */
public abstract class Emulator implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofMillis(20);
  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final int MAX_PORT = 65_535;
  private static final List<String> OPTIONS = List.of("--port", "--seed");

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
   * Runs an emulator as a process, until it is ended.
   *
   * @param arguments `--port` and `--seed`, both optional, and each followed by a number
   * @param port the default port
   * @param keys the API keys by what they are for
   * @throws IllegalArgumentException if an argument isn't known, with a message for people
   */
  protected static void run(
      String[] arguments, Start start, String name, int port, SequencedMap<String, String> keys)
      throws IOException, InterruptedException {
    Map<String, Long> numbers = numbers(arguments);
    if (numbers.getOrDefault("--port", 0L) > MAX_PORT) {
      throw new IllegalArgumentException("--port must be 0 to " + MAX_PORT + ".");
    }
    var options =
        new Options(
            Math.toIntExact(numbers.getOrDefault("--port", (long) port)),
            numbers.getOrDefault("--seed", 1L),
            InstantSource.system(),
            ANSWER,
            SLOW,
            SLOW);
    checkFree(options.port());
    try (Emulator emulator = start.start(options)) {
      System.out.println("The " + name + " emulator is ready on " + emulator.url());
      System.out.println("Open this address in a browser to see its payments and to cause faults.");
      keys.forEach((use, key) -> System.out.println(use + ": " + key));
      new CountDownLatch(1).await();
    }
  }

  /** Rejects a port that another process uses. {@link Wire} would share it with an emulator. */
  private static void checkFree(int port) throws IOException {
    try (var probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (BindException taken) {
      throw new IllegalArgumentException(
          "The port " + port + " is in use. Choose another one with --port.", taken);
    }
  }

  private static Map<String, Long> numbers(String[] arguments) {
    Map<String, Long> numbers = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String value = i + 1 < arguments.length ? arguments[i + 1] : "";
      if (!OPTIONS.contains(arguments[i]) || !value.matches("[0-9]{1,18}")) {
        throw new IllegalArgumentException(
            "Unknown or incomplete option "
                + arguments[i]
                + ". The options are --port NUMBER and --seed NUMBER.");
      }
      numbers.put(arguments[i], Long.valueOf(value));
    }
    return numbers;
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
