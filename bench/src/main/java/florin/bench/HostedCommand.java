package florin.bench;

import emulator.provider.Options;
import emulator.stripe.StripeEmulator;
import florin.bench.HostedScenario.Timing;
import florin.bench.provider.Connecting;
import florin.bench.provider.HostedProvider.OfStripe;
import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin bench hosted`. */
@Command(
    name = "hosted",
    description = {
      "Measure the whole life of a payment on a provider's page, from its creation to the webhook of its success. For comparison, measure card payments on the same service first.",
      "The provider is an emulator of Stripe in this process."
    },
    mixinStandardHelpOptions = true)
final class HostedCommand implements Callable<Integer> {
  private static final Duration SLOW = Duration.ofSeconds(2);

  /** The webhooks of a payment that Florin subscribes to at Stripe. */
  private static final List<String> EVENTS =
      List.of("checkout.session.completed", "payment_intent.succeeded");

  @Mixin private LoadOptions options = new LoadOptions();

  @Option(
      names = "--delay",
      paramLabel = "MS",
      defaultValue = "0",
      description =
          "Milliseconds that the provider takes for each response (default ${DEFAULT-VALUE}).")
  private int delay;

  @Option(
      names = "--stay",
      paramLabel = "MS",
      defaultValue = "0",
      description =
          "Milliseconds that a payer spends on the provider's page (default ${DEFAULT-VALUE}). The latency is without them.")
  private int stay;

  @Override
  public Integer call() throws Exception {
    try (StripeEmulator stripe =
            StripeEmulator.start(
                new Options(0, 1, InstantSource.system(), Duration.ofMillis(delay), SLOW, SLOW));
        DataFolder folder = DataFolder.create(options.folder());
        ServiceProcess service =
            ServiceProcess.start(
                folder,
                options.environment(
                    Map.of(
                        "FLORIN_STRIPE_URL",
                        stripe.url().toString(),
                        "FLORIN_TRUSTED_PROXIES",
                        "127.0.0.1")))) {
      System.out.print(Machine.of(service));
      int cards = options.measure(new PaymentsScenario(", for comparison", true), service);
      Connecting.connect(service, folder.testKey(), new OfStripe(stripe, EVENTS));
      var scenario =
          new HostedScenario(stripe, new Timing(Duration.ofMillis(delay), Duration.ofMillis(stay)));
      int hosted = options.measure(scenario, service);
      System.out.print(scenario.steps());
      return Math.max(cards, hosted);
    }
  }
}
