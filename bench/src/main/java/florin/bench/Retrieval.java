package florin.bench;

import florin.bench.service.ServiceProcess;
import florin.core.Id.PaymentId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Sends `GET /v2/payments/{id}` for randomly chosen stored payments. */
final class Retrieval {
  private static final String SOME = "SELECT id FROM payment ORDER BY id DESC LIMIT 50000";

  private Retrieval() {}

  static GetScenario ofStored(ServiceProcess service) throws SQLException {
    List<String> paths = new ArrayList<>();
    try (var connection = service.folder().database().connect();
        var query = connection.createStatement();
        var rows = query.executeQuery(SOME)) {
      while (rows.next()) {
        paths.add("/v2/payments/" + new PaymentId(rows.getObject(1, UUID.class)).text());
      }
    }
    return new GetScenario("GET /v2/payments/{id}", paths);
  }
}
