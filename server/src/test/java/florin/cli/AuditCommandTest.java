package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
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
  void an_intact_log_is_reported_as_intact() throws Exception {
    Ran ran = verify();

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out())
        .containsPattern("^ACCOUNT +RESULT  NAME\nacct_[0-9a-z]{26}  intact  My company\n$");
  }

  @Test
  void a_changed_row_makes_it_fail_and_is_named() throws Exception {
    florin.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    florin.update("UPDATE audit_entry SET actor = 'somebody else' WHERE number = 2");

    Ran ran = verify();

    assertThat(ran.code()).isEqualTo(FlorinCommand.FAILED);
    assertThat(ran.out()).contains("  broken at entry 2: the entry or an earlier one was changed");
  }

  private Ran verify() throws Exception {
    return Cli.run(Cli.environment(florin), "audit", "verify");
  }
}
