package florin.bench;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.UUID;

/**
 * Sends `POST /v2/payments` with a card that is approved. Each request has its own idempotency key,
 * or none.
 */
record PaymentsScenario(String note, boolean keys) implements Scenario {
  private static final String APPROVED = "4242424242424242";

  @Override
  public String title() {
    return "POST /v2/payments" + note;
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    return run(
        service.address(),
        new PaymentRequests(service.address(), service.folder().testKey()),
        keys,
        limits);
  }

  /** Applies the load to any service that implements the payments API. */
  static Tally run(InetSocketAddress service, PaymentRequests requests, boolean keys, Limits limits)
      throws IOException {
    String run = UUID.randomUUID().toString();
    long[] count = {0};
    return HttpLoad.run(
        service,
        limits,
        () -> {
          Optional<String> key = keys ? Optional.of(run + "-" + count[0]++) : Optional.empty();
          byte[] bytes = request(requests, key);
          return Optional.of(() -> bytes);
        });
  }

  static byte[] request(PaymentRequests requests, Optional<String> key) {
    return requests.create(1000, APPROVED, "A payment", key);
  }
}
