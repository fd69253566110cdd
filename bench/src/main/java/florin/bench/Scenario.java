package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;

/** One thing to measure. It may speak HTTP to the service, or do without it, for comparison. */
interface Scenario {
  /** The row's title in the table. */
  String title();

  /** Does the work, within the limits. It is run twice: to warm up, and to be measured. */
  Tally run(ServiceProcess service, Limits limits) throws IOException, SQLException;
}
