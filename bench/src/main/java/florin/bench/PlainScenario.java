package florin.bench;

import florin.bench.jdbc.PlainPayments;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;

/** The statements of a payment by plain JDBC, while the service is idle. */
record PlainScenario(PlainPayments payments) implements Scenario {
  @Override
  public String title() {
    return "the same by plain JDBC, no HTTP";
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    return payments.run(limits);
  }
}
