package florin.bench.service;

import java.time.Duration;

/** The processor time used so far by the service, PostgreSQL, and the load driver. */
public record Usage(Duration service, Duration postgres, Duration driver) {
  public Usage minus(Usage before) {
    return new Usage(
        service.minus(before.service),
        postgres.minus(before.postgres),
        driver.minus(before.driver));
  }

  public Duration total() {
    return service.plus(postgres).plus(driver);
  }
}
