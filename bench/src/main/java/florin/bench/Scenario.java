package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;

/**
 * A load to measure. It sends HTTP requests to the service or, for comparison, works without it.
 */
interface Scenario {
  /** Returns the title of the row in the result. */
  String title();

  /** Applies the load within the limits. It is called twice: to warm up, and to be measured. */
  Tally run(ServiceProcess service, Limits limits) throws IOException, SQLException;
}
