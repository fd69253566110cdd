package florin.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.jdbc.PlainInserts;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.postgres.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalMeterTest {
  /** The three rows, their two index entries, and the commit. */
  private static final long RECORDS = 6;

  private static final long BYTES = 1024 + 900;

  @Test
  void the_write_ahead_log_of_plain_inserts_is_counted(@TempDir Path parent) throws Exception {
    try (DataFolder folder = DataFolder.create(parent);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(folder.path())) {
      PlainInserts inserts = PlainInserts.beside(postgres.address());
      for (int run = 1; run <= 2; run++) {
        try (WalMeter meter = WalMeter.start(postgres.address())) {
          Tally tally = inserts.run(new Limits(2, Duration.ofMillis(300), Long.MAX_VALUE));

          Wal written = meter.read();

          assertThat(tally.answers()).isPositive();
          assertThat(written.records()).isGreaterThanOrEqualTo(RECORDS * tally.answers());
          assertThat(written.bytes())
              .isGreaterThanOrEqualTo(BYTES * tally.answers() + written.imageBytes());
        }
      }
    }
  }
}
