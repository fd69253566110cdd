package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin bench payments`. */
@Command(
    name = "payments",
    description =
        "Make card payments as fast as the service accepts them, each with its own idempotency key.",
    mixinStandardHelpOptions = true)
final class PaymentsCommand implements Callable<Integer> {
  @Mixin private LoadOptions options = new LoadOptions();

  @Option(
      names = "--keys",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Send each payment with an Idempotency-Key (default) or without one.")
  private boolean keys;

  @Override
  public Integer call() throws Exception {
    try (DataFolder folder = DataFolder.create(options.folder());
        ServiceProcess service = ServiceProcess.start(folder, options.environment())) {
      System.out.print(Machine.of(service));
      return options.measure(new PaymentsScenario(keys ? "" : ", no keys", keys), service);
    }
  }
}
