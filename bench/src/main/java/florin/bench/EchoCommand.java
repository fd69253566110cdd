package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements `./florin bench echo`. */
@Command(
    name = "echo",
    description =
        "Send the same requests to an HTTP server that does nothing: the upper limit of this machine.",
    mixinStandardHelpOptions = true)
final class EchoCommand implements Callable<Integer> {
  @Mixin private LoadOptions options = new LoadOptions();

  @Override
  public Integer call() throws Exception {
    try (DataFolder folder = DataFolder.create(options.folder());
        ServiceProcess echo = EchoScenario.start(folder)) {
      return options.measure(new EchoScenario(), echo);
    }
  }
}
