package florin.bench;

import florin.bench.jdbc.PlainInserts;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;

/** The baseline: three plain inserts over JDBC while the service is idle. */
record PlainScenario(PlainInserts inserts) implements Scenario {
  static PlainScenario beside(ServiceProcess service) throws SQLException {
    return new PlainScenario(PlainInserts.beside(service.folder().database()));
  }

  @Override
  public String title() {
    return "three plain inserts over JDBC";
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException, SQLException {
    return inserts.run(limits);
  }
}
