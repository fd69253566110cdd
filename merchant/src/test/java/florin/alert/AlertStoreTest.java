package florin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import florin.alert.AlertStore.AlertMail;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.Sql;
import florin.db.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims alert mails of several realms. */
class AlertStoreTest {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private final AlertStore store = new AlertStore(db);

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void the_oldest_are_claimed_first_and_once_until_the_lease_ends() {
    raise(2, "c", 3);
    raise(1, "a", 1);
    raise(1, "d", 4);
    raise(2, "b", 2);

    assertThat(claim(NOON, 3)).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(claim(NOON, 3)).containsExactly("d");
    assertThat(claim(NOON, 3)).isEmpty();
    assertThat(store.claimMails(NOON.plus(LEASE), LEASE, 9))
        .extracting(AlertMail::tries)
        .containsExactly(2, 2, 2, 2);
  }

  @Test
  void a_claim_that_fails_in_one_realm_does_not_block_the_mails_of_others() throws Exception {
    raise(1, "a", 1);
    raise(2, "b", 2);
    raise(3, "c", 3);
    Sql.execute(database, "UPDATE alert SET mail_tries = 2147483647 WHERE subject = 'c'");

    assertThat(claim(NOON, 9)).containsExactlyInAnyOrder("a", "b");

    assertThat(tries("a")).isEqualTo("1");
    assertThat(tries("b")).isEqualTo("1");
  }

  @Test
  void a_kind_of_a_newer_version_is_left_to_nodes_of_that_version() throws Exception {
    raise(1, "newer", 1);
    raise(1, "known", 2);
    Sql.execute(database, "ALTER TABLE alert DROP CONSTRAINT IF EXISTS alert_kind_is_known");
    Sql.execute(database, "UPDATE alert SET kind = 'of_tomorrow' WHERE subject = 'newer'");

    assertThat(claim(NOON, 9)).containsExactly("known");
    assertThat(store.list(Realm.of(1, Mode.LIVE), 9))
        .extracting(Alert::subject)
        .containsExactly("known");
    assertThat(store.countByKind()).containsEntry(AlertKind.PAYMENT_OVERDUE, 1L);
    assertThat(tries("newer")).isEqualTo("0");
  }

  private void raise(long account, String subject, int place) {
    var alert = new Alert(Realm.of(account, Mode.LIVE), AlertKind.PAYMENT_OVERDUE, subject);
    assertThat(store.raise(alert, NOON.minusSeconds(9 - place))).isTrue();
  }

  private List<String> claim(Instant now, int most) {
    return store.claimMails(now, LEASE, most).stream().map(mail -> mail.alert().subject()).toList();
  }

  private String tries(String subject) throws SQLException {
    return Sql.query(
        database, "SELECT mail_tries FROM alert WHERE subject = '%s'".formatted(subject));
  }
}
