package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import florin.bench.webhook.PaymentReceiver;
import java.io.IOException;
import java.time.Duration;

/**
 * Makes payments that are delivered to a webhook endpoint. The measured time ends when the endpoint
 * has received an event for each successful payment.
 */
record ToldScenario(PaymentsScenario payments) implements Scenario {
  @Override
  public String title() {
    return payments.title() + ", all delivered to an endpoint";
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    try (var receiver = PaymentReceiver.open(service)) {
      long begun = System.nanoTime();
      Tally tally = payments.run(service, limits);
      receiver.await(tally.answers());
      tally.ended(Duration.ofNanos(System.nanoTime() - begun));
      return tally;
    }
  }
}
