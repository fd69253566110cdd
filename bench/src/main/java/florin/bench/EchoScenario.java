package florin.bench;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.load.Tally;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Sends the request of a payment to an echo server. */
record EchoScenario() implements Scenario {
  private static final String CARD = "4242424242424242";

  static ServiceProcess start(DataFolder folder) throws IOException {
    return ServiceProcess.startInstead(folder, List.of("florin.bench.echo.Echo"));
  }

  @Override
  public String title() {
    return "bare HTTP echo";
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    var requests = new PaymentRequests(service.address(), "sk_test_echo");
    byte[] bytes = requests.create(1000, CARD, "A payment", Optional.of("echo"));
    Request request = () -> bytes;
    return HttpLoad.run(service.address(), limits, () -> Optional.of(request));
  }
}
