package florin.bench.service;

import java.time.Duration;

/** Processor time that was used up to a moment, by whom. */
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
