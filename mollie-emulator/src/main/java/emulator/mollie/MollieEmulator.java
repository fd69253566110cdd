package emulator.mollie;

import emulator.provider.Emulator;
import emulator.provider.Options;
import emulator.provider.Webhooks;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/** A running emulator of Mollie, with one profile and a clock that can be moved forward. */
public final class MollieEmulator extends Emulator {
  /** The API key of test mode, as long as Mollie's. */
  public static final String TEST_KEY = "test_" + "Double".repeat(5);

  public static final String LIVE_KEY = "live_" + "Double".repeat(5);

  /** The organization access token, which reads balances and settlements. */
  public static final String ACCESS_TOKEN = "access_" + "Double".repeat(5);

  static final String NAME = "Mollie";

  /** The API keys by what they are for. */
  static final SequencedMap<String, String> KEYS = keys();

  /** The port of a process, unless it is told another one. */
  private static final int PORT = 12112;

  /** The time between two looks at what is due, such as the expiry of a payment. */
  private static final Duration TICK = Duration.ofMillis(200);

  /**
   * The time that Mollie waits for a response to a webhook, and the minutes before each attempt.
   */
  private static final Webhooks.Rules WEBHOOKS =
      new Webhooks.Rules(Duration.ofSeconds(15), List.of(0, 1, 2, 4, 8, 16, 29, 60, 120, 1320));

  private final World world;
  private final Api api;
  private final Payers payers;
  private final Staff staff;
  private final Treasury treasury;
  private final Thread ticker;

  private MollieEmulator(Options options, Pace pace) throws IOException {
    super(options, WEBHOOKS);
    this.world = new World(new Agenda(options.clock()), book(), balances(), pace, webhooks());
    this.api = new Api(world, url().toString(), this::isKey);
    this.payers = new Payers(world);
    this.staff = new Staff(world);
    this.treasury = new Treasury(world);
    this.ticker = Thread.ofVirtual().name("ticker").unstarted(this::tick);
    addKey(TEST_KEY);
    addKey(LIVE_KEY);
    addKey(ACCESS_TOKEN);
  }

  private static SequencedMap<String, String> keys() {
    var keys = new LinkedHashMap<String, String>();
    keys.put("API key of test mode", TEST_KEY);
    keys.put("API key of live mode", LIVE_KEY);
    keys.put("Access token for balances and settlements", ACCESS_TOKEN);
    return Collections.unmodifiableSequencedMap(keys);
  }

  public static MollieEmulator start(Options options) throws IOException {
    return start(options, Pace.usual());
  }

  public static MollieEmulator start(Options options, Pace pace) throws IOException {
    var started = new MollieEmulator(options, pace);
    started.serve(started.api, new Control(started, new Items(started.world)));
    started.ticker.start();
    return started;
  }

  /** Runs the emulator as a process. */
  static void run(String[] arguments) throws IOException, InterruptedException {
    run(arguments, MollieEmulator::start, NAME, PORT, KEYS);
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

  public Payers payers() {
    return payers;
  }

  public Staff staff() {
    return staff;
  }

  public Treasury treasury() {
    return treasury;
  }

  /** Returns the current time of the emulator. */
  public Instant now() {
    return world.change(world::now);
  }

  /** Moves the clock forward, and does what is due by then: expiries, captures and refunds. */
  public void advance(Duration time) {
    world.advance(time);
  }

  /**
   * Sends the webhooks of payments without a `webhookUrl` to an address, for a client that can't
   * name one because it has no public URL.
   */
  public void listen(URI address) {
    world.change(() -> {
      world.listen(address);
      return address;
    });
  }

  /** Sets the payment methods that the profile has enabled. */
  public void setMethods(Set<Method> methods) {
    world.change(() -> {
      world.methods.clear();
      return world.methods.addAll(methods);
    });
  }

  @Override
  public void close() throws IOException {
    ticker.interrupt();
    super.close();
  }
}
