package emulator.stripe;

import emulator.provider.Emulator;
import emulator.provider.Options;
import emulator.provider.Webhooks;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** A running emulator of Stripe, with one account. */
public final class StripeEmulator extends Emulator {
  /** The secret key of test mode, as long as Stripe's. */
  public static final String TEST_KEY = "sk_test_51" + "Double".repeat(16);

  public static final String LIVE_KEY = "sk_live_51" + "Double".repeat(16);

  static final String NAME = "Stripe";

  /** The API keys by what they are for. */
  static final SequencedMap<String, String> KEYS = keys();

  /** The port of a process, unless it is told another one. */
  private static final int PORT = 12111;

  private static final Webhooks.Rules WEBHOOKS =
      new Webhooks.Rules(Duration.ofSeconds(10), List.of(0, 1, 2, 4, 8, 16));

  private final World world;
  private final Api api;
  private final Payers payers;
  private final Staff staff;
  private final Treasury treasury;

  private StripeEmulator(Options options) throws IOException {
    super(options, WEBHOOKS);
    this.world = new World(options.clock(), book(), balances(), webhooks());
    this.api = new Api(world, options.clock(), url().toString(), this::isKey);
    this.payers = new Payers(world);
    this.staff = new Staff(world);
    this.treasury = new Treasury(world);
    addKey(TEST_KEY);
    addKey(LIVE_KEY);
  }

  private static SequencedMap<String, String> keys() {
    var keys = new LinkedHashMap<String, String>();
    keys.put("API key of test mode", TEST_KEY);
    keys.put("API key of live mode", LIVE_KEY);
    return Collections.unmodifiableSequencedMap(keys);
  }

  public static StripeEmulator start(Options options) throws IOException {
    var started = new StripeEmulator(options);
    started.serve(started.api, new Control(started, new Items(started.world)));
    return started;
  }

  /** Runs the emulator as a process. */
  static void run(String[] arguments) throws IOException, InterruptedException {
    run(arguments, StripeEmulator::start, NAME, PORT, KEYS);
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
}
