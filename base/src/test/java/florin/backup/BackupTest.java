package florin.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The error for a database that can't be backed up yet. */
class BackupTest {
  @Test
  void a_service_that_is_still_starting_reports_it_and_creates_no_file(@TempDir Path folder)
      throws SQLException {
    PostgresAddress database = TestPostgres.emptyDatabase();
    assertTooEarly(database, folder);

    try (Connection connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE flyway_schema_history (version text)");
    }
    assertTooEarly(database, folder);
  }

  @Test
  void a_schema_whose_keys_are_unknown_is_also_too_early(@TempDir Path folder) {
    assertTooEarly(TestPostgres.freshDatabase(), folder);
  }

  private static void assertTooEarly(PostgresAddress database, Path folder) {
    assertThatExceptionOfType(BackupException.class)
        .isThrownBy(() -> Backup.make(folder, database, folder, "test", Optional.empty()))
        .withMessage(
            "Florin is still starting for the first time, and its database at "
                + folder.toAbsolutePath().normalize()
                + " has no tables yet. Try again when it says that it is ready.");
    assertThat(folder).isEmptyDirectory();
  }
}
