package florin.bench;

import emulator.stripe.StripeEmulator;
import florin.bench.provider.Connecting;
import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.time.Duration;
import java.time.InstantSource;
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

  @Mixin private LoadOptions options = new LoadOptions();

  @Option(
      names = "--delay",
      paramLabel = "MS",
      defaultValue = "0",
      description =
          "Milliseconds that the provider takes for each response (default ${DEFAULT-VALUE}).")
  private int delay;

  @Override
  public Integer call() throws Exception {
    try (StripeEmulator stripe =
            StripeEmulator.start(
                new StripeEmulator.Options(
                    0, 1, InstantSource.system(), Duration.ofMillis(delay), SLOW, SLOW));
        DataFolder folder = DataFolder.create(options.folder());
        ServiceProcess service =
            ServiceProcess.start(
                folder,
                options.environment(Map.of("FLORIN_STRIPE_URL", stripe.url().toString())))) {
      System.out.print(Machine.of(service));
      int cards = options.measure(new PaymentsScenario(", for comparison", true), service);
      Connecting.connect(service, folder.testKey(), stripe);
      int hosted = options.measure(new HostedScenario(stripe, delay), service);
      return Math.max(cards, hosted);
    }
  }
}
