package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.IdSource;
import florin.core.Mode;
import florin.db.Db;
import florin.db.TestPostgres;
import florin.team.Session.From;
import florin.vault.Keyring;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lifetime of a session to the second. The test controls the clock. */
class SessionsTest {
  private static final From HERE = new From("127.0.0.1", "a browser");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Db db = new Db(TestPostgres.freshDatabase());
  private final SecureRandom random = new SecureRandom();
  private Instant now = Instant.parse("2026-11-21T12:00:00Z");
  private Sessions sessions;
  private Member member;

  @BeforeEach
  void open() {
    Keyring keyring = Keyring.generate(random);
    var ids = new IdSource(Clock.systemUTC());
    sessions = new Sessions(db, new SecretSeal(() -> keyring, random), ids, () -> now, random);
    db.update(
        "INSERT INTO account (id, name, created_at) VALUES (?, 'Shop', now())", UUID.randomUUID());
    db.update(
        "INSERT INTO app_user (id, email, name, password, created_at) VALUES (?, 'jo@example.com', 'Jo', '$argon2id$', now())",
        new UUID(0, 1));
    db.update(
        "INSERT INTO membership (account_number, user_id, role, created_at) SELECT number, ?, 'owner', now() FROM account",
        new UUID(0, 1));
    member = new Team(db).list(1).getFirst();
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void it_ends_after_exactly_a_quarter_of_an_hour_without_activity() {
    Token token = sessions.begin(member, HERE);
    now = now.plus(Sessions.IDLE).minus(SECOND);
    assertThat(sessions.find(token)).isPresent();
    now = now.plus(SECOND);
    assertThat(sessions.find(token)).as("find() does not extend the session").isEmpty();
    assertThat(sessions.list(member.user())).isEmpty();
  }

  @Test
  void activity_extends_it_by_a_quarter_of_an_hour() {
    Token token = sessions.begin(member, HERE);
    now = now.plus(Duration.ofMinutes(14));
    sessions.touch(sessions.find(token).orElseThrow());
    now = now.plus(Duration.ofMinutes(14));
    assertThat(sessions.find(token)).isPresent();
    now = now.plus(Duration.ofMinutes(1));
    assertThat(sessions.find(token)).isEmpty();
  }

  @Test
  void it_ends_after_twelve_hours_regardless_of_activity() {
    Token token = sessions.begin(member, HERE);
    Instant end = now.plus(Sessions.ABSOLUTE);
    for (; now.isBefore(end); now = now.plus(Duration.ofMinutes(10))) {
      sessions.touch(sessions.find(token).orElseThrow());
    }
    assertThat(now).isEqualTo(end);
    assertThat(sessions.find(token)).isEmpty();
  }

  @Test
  void a_password_counts_as_confirmed_for_five_minutes() {
    Session session = sessions.find(sessions.begin(member, HERE)).orElseThrow();
    now = now.plus(Sessions.CONFIRMED).minus(SECOND);
    assertThat(sessions.isConfirmed(session)).isTrue();
    now = now.plus(SECOND);
    assertThat(sessions.isConfirmed(session)).isFalse();
  }

  @Test
  void every_session_has_its_own_token_and_begins_in_test_mode() {
    Token first = sessions.begin(member, HERE);
    Token second = sessions.begin(member, HERE);

    assertThat(first.reveal()).isNotEqualTo(second.reveal());
    assertThat(sessions.find(first).map(Session::mode)).isEqualTo(Optional.of(Mode.TEST));
    assertThat(sessions.list(member.user())).hasSize(2);
  }
}
