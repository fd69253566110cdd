package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Hmac;
import florin.core.IdSource;
import florin.db.Db;
import florin.db.TestPostgres;
import florin.team.Ceremonies.Assertion;
import florin.team.Passkeys.AddResult;
import florin.team.Passkeys.PasskeyCheck;
import florin.team.Passkeys.PasskeySettings;
import florin.team.Session.From;
import florin.testing.PasskeyDevice;
import florin.vault.Keyring;
import florin.vault.SecretSeal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The lifetime of a challenge, its use on another node, and the sites where passkeys work. The test
 * controls the clock.
 */
class PasskeysTest {
  private static final From HERE = new From("127.0.0.1", "a browser");
  private static final PasskeySite SITE = new PasskeySite("https://pay.example", "pay.example");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Db db = new Db(TestPostgres.freshDatabase());
  private final SecureRandom random = new SecureRandom();
  private final Token browser = Token.make(random);
  private final PasskeyDevice device = new PasskeyDevice(SITE.origin()).host(SITE.host());
  private Instant now = Instant.parse("2026-11-23T12:00:00Z");
  private Sessions sessions;
  private Passkeys passkeys;
  private Session session;

  @BeforeEach
  void open() {
    Keyring keyring = Keyring.generate(random);
    var ids = new IdSource(Clock.systemUTC());
    sessions = new Sessions(db, new SecretSeal(() -> keyring, random), ids, () -> now, random);
    passkeys = node("the key");
    db.update(
        "INSERT INTO account (id, name, created_at) VALUES (?, 'Shop', now())", UUID.randomUUID());
    db.update(
        "INSERT INTO app_user (id, email, name, password, created_at) VALUES (?, 'jo@example.com', 'Jo', '$argon2id$', now())",
        new UUID(0, 1));
    db.update(
        "INSERT INTO membership (account_number, user_id, role, created_at) SELECT number, ?, 'owner', now() FROM account",
        new UUID(0, 1));
    Member member = new Team(db).list(1).getFirst();
    session = sessions.find(sessions.begin(member, HERE)).orElseThrow();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private Passkeys node(String key) {
    var settings =
        new PasskeySettings(new Hmac(key.getBytes(StandardCharsets.UTF_8)), Optional.empty());
    return new Passkeys(db, sessions, settings, new IdSource(Clock.systemUTC()), () -> now, random);
  }

  @Test
  void a_challenge_lasts_for_five_minutes_and_not_a_second_longer() {
    String answer = device.create(passkeys.creation(session, SITE));
    now = now.plus(PasskeyChallenges.VALID);
    assertThat(add(passkeys, answer)).isEqualTo(AddResult.LATE);
    now = now.minus(SECOND);
    assertThat(add(passkeys, answer)).isEqualTo(AddResult.ADDED);

    String late = device.get(passkeys.request(browser, SITE));
    now = now.plus(PasskeyChallenges.VALID);
    assertThat(check(passkeys, late)).isInstanceOf(PasskeyCheck.Late.class);
    now = now.minus(SECOND);
    assertThat(check(passkeys, late)).isInstanceOf(PasskeyCheck.Right.class);
  }

  @Test
  void used_challenges_are_kept_only_until_they_expire() {
    device.count(0);
    assertThat(add(passkeys, device.create(passkeys.creation(session, SITE))))
        .isEqualTo(AddResult.ADDED);
    String first = device.count(0).get(passkeys.request(browser, SITE));
    assertThat(check(passkeys, first)).isInstanceOf(PasskeyCheck.Right.class);
    assertThat(check(passkeys, first)).isInstanceOf(PasskeyCheck.Wrong.class);
    assertThat(used()).isEqualTo(2);
    now = now.plus(PasskeyChallenges.VALID);
    assertThat(check(passkeys, first)).isInstanceOf(PasskeyCheck.Late.class);
    String next = device.count(0).get(passkeys.request(browser, SITE));
    assertThat(check(passkeys, next)).isInstanceOf(PasskeyCheck.Right.class);
    assertThat(used()).isEqualTo(1);
  }

  private int used() {
    return db.list("SELECT 1 FROM passkey_challenge", row -> row.getInt(1)).size();
  }

  @Test
  void another_node_accepts_a_challenge_of_this_one_and_challenges_cannot_be_forged() {
    Passkeys other = node("the key");
    assertThat(add(other, device.create(passkeys.creation(session, SITE))))
        .isEqualTo(AddResult.ADDED);
    String answer = device.count(0).get(passkeys.request(browser, SITE));
    String forged = device.count(8).get(node("a key of somebody's").request(browser, SITE));
    assertThat(check(other, forged)).isInstanceOf(PasskeyCheck.Wrong.class);
    assertThat(check(other, answer))
        .as("signature counter too low")
        .isInstanceOf(PasskeyCheck.Wrong.class);
    String again = device.count(7).get(other.request(browser, SITE));
    assertThat(check(passkeys, again)).isInstanceOf(PasskeyCheck.Right.class);
    assertThat(check(other, again))
        .as("used on the other node")
        .isInstanceOf(PasskeyCheck.Wrong.class);
  }

  @Test
  void a_challenge_of_one_session_is_invalid_for_another() {
    String answer = device.create(passkeys.creation(session, SITE));
    Session other = sessions.find(sessions.begin(session.member(), HERE)).orElseThrow();
    assertThat(passkeys.add(other, SITE, "Phone", answer)).isEqualTo(AddResult.WRONG);
  }

  @Test
  void passkeys_work_at_the_operator_s_address_and_without_one_at_localhost() {
    Optional<URI> ours = Optional.of(URI.create("https://Pay.example:8443/"));
    assertThat(PasskeySite.of(ours, "https://pay.example:8443"))
        .contains(new PasskeySite("https://pay.example:8443", "pay.example"));
    assertThat(PasskeySite.of(ours, "https://pay.example")).isEmpty();
    assertThat(PasskeySite.of(ours, "http://localhost:8080")).isEmpty();
    assertThat(PasskeySite.of(Optional.of(URI.create("https://pay.example:443")), SITE.origin()))
        .contains(SITE);
    assertThat(PasskeySite.of(Optional.of(URI.create("http://pay.example")), "http://pay.example"))
        .as("plain HTTP")
        .isEmpty();

    Optional<URI> none = Optional.empty();
    assertThat(PasskeySite.of(none, "http://localhost:8080"))
        .contains(new PasskeySite("http://localhost:8080", "localhost"));
    assertThat(PasskeySite.of(none, "https://localhost"))
        .contains(new PasskeySite("https://localhost", "localhost"));
    assertThat(PasskeySite.of(none, "https://pay.example"))
        .as("a public name without configuration")
        .isEmpty();
    assertThat(PasskeySite.of(none, "http://127.0.0.1:8080")).isEmpty();
    assertThat(PasskeySite.of(none, "http://[::1]:8080")).isEmpty();
  }

  private AddResult add(Passkeys at, String answer) {
    return at.add(session, SITE, "Phone", answer);
  }

  private PasskeyCheck check(Passkeys at, String answer) {
    return at.check(Assertion.parse(answer), browser, SITE);
  }
}
