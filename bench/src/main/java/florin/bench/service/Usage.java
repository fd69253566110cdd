package florin.bench.service;

import java.time.Duration;

/**
 * The processor time used so far by the service, PostgreSQL, and the load driver.
 *
 * @param compiler the part of the service's time that its JIT compiler used; it approaches zero in
 *     a service that runs for long
 */
public record Usage(Duration service, Duration compiler, Duration postgres, Duration driver) {
  public Usage minus(Usage before) {
    return new Usage(
        service.minus(before.service),
        compiler.minus(before.compiler),
        postgres.minus(before.postgres),
        driver.minus(before.driver));
  }

  public Duration total() {
    return service.plus(postgres).plus(driver);
  }
}
