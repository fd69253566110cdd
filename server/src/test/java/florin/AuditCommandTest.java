package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** `./florin audit verify`, on entries that the dashboard wrote. */
class AuditCommandTest {
  private TestApp florin;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    try (var client = DashboardClient.of(florin, Role.OWNER)) {
      for (int i = 0; i < 3; i++) {
        client.submit("/dashboard", "/dashboard/mode", Map.of("mode", "test"));
      }
    }
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void a_log_that_is_whole_is_found_whole() {
    assertThat(verify()).isZero();
  }

  @Test
  void a_row_that_was_changed_makes_it_fail() {
    florin.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    florin.update("UPDATE audit_entry SET actor = 'somebody else' WHERE number = 2");

    assertThat(verify()).isEqualTo(Main.FAILED);
  }

  private int verify() {
    try (var db = new Db(florin.database())) {
      return AuditCommand.verify(db, florin.keysFile());
    }
  }
}
