package florin.bench;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/**
 * `POST /v2/payments` with a card that is approved; every request with a key of its own, or none.
 */
record PaymentsScenario(String note, boolean keys) implements Scenario {
  private static final String APPROVED = "4242424242424242";

  @Override
  public String title() {
    return "POST /v2/payments" + note;
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    String run = UUID.randomUUID().toString();
    long[] count = {0};
    return HttpLoad.run(
        service.address(), limits, () -> Optional.of(request(requests, run + "-" + count[0]++)));
  }

  private Request request(PaymentRequests requests, String key) {
    byte[] bytes =
        requests.create(1000, APPROVED, "A payment", keys ? Optional.of(key) : Optional.empty());
    return () -> bytes;
  }
}
