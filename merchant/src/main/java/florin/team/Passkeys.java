package florin.team;

import florin.core.Hmac;
import florin.core.Id.PasskeyId;
import florin.core.IdSource;
import florin.core.Sha256;
import florin.db.Db;
import florin.team.Ceremonies.Assertion;
import florin.team.Ceremonies.Creation;
import florin.team.Ceremonies.NewCredential;
import florin.team.PasskeyStore.StoredPasskey;
import florin.team.PasskeyStore.UsedChallenge;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The passkeys of a user. A device keeps each key and uses it only after it has verified the user,
 * with a fingerprint, a face or a PIN. So a passkey replaces both the password and the second
 * factor.
 */
public final class Passkeys {
  /** The most passkeys of a user. */
  public static final int MAX = 10;

  public static final int MAX_NAME = 60;

  /** The longest response of a device; RSA keys are the longest. */
  public static final int MAX_ANSWER = 8 << 10;

  private final PasskeyStore store;
  private final Sessions sessions;
  private final PasskeyChallenges challenges;
  private final Optional<URI> baseUrl;
  private final IdSource ids;
  private final InstantSource clock;

  /** The key of challenges, and the site of passkeys. */
  public record PasskeySettings(Hmac challengeKey, Optional<URI> baseUrl) {}

  /**
   * A key on a user's device, as its user sees it.
   *
   * @param name the user's name for it
   * @param used its last sign-in
   */
  public record Passkey(PasskeyId id, String name, Instant created, Optional<Instant> used) {}

  Passkeys(
      Db db,
      Sessions sessions,
      PasskeySettings settings,
      IdSource ids,
      InstantSource clock,
      SecureRandom random) {
    this.store = new PasskeyStore(db);
    this.sessions = sessions;
    this.challenges = new PasskeyChallenges(settings.challengeKey(), clock, random);
    this.baseUrl = settings.baseUrl();
    this.ids = ids;
    this.clock = clock;
  }

  /** The result of adding a passkey. */
  public enum AddResult {
    ADDED,
    /** The user has {@link #MAX} passkeys. */
    TOO_MANY,
    /** Its challenge has expired, or was used. */
    LATE,
    /** The input is no new passkey of this user. */
    WRONG
  }

  /** The result of checking a response for a sign-in. */
  sealed interface PasskeyCheck {
    record Right(Member member) implements PasskeyCheck {}

    record Late() implements PasskeyCheck {}

    record Wrong() implements PasskeyCheck {}
  }

  /** Returns the site of passkeys, if it has this origin. */
  public Optional<PasskeySite> findSite(String origin) {
    return PasskeySite.of(baseUrl, origin);
  }

  /** Returns the user's passkeys, the oldest first. */
  public List<Passkey> list(User user) {
    return store.list(user.id());
  }

  /** Returns the options for `navigator.credentials.create`, as JSON. */
  public String creation(Session session, PasskeySite site) {
    User user = session.user();
    return Ceremonies.creation(
        site, user, challenges.make(adding(session)), store.listCredentials(user.id()));
  }

  /**
   * Adds a passkey. The session then counts as one with a second factor, because the device has
   * verified the user.
   */
  public AddResult add(Session session, PasskeySite site, String name, String answer) {
    Optional<Creation> sent = Creation.parse(answer);
    Optional<UsedChallenge> challenge =
        sent.flatMap(creation -> findChallenge(creation.challenge(), adding(session)));
    Optional<NewCredential> made = sent.flatMap(creation -> creation.check(site, session.user()));
    if (challenge.isEmpty() || made.isEmpty()) {
      return AddResult.WRONG;
    }
    Instant now = clock.instant();
    if (!challenge.get().expires().isAfter(now)) {
      return AddResult.LATE;
    }
    AddResult result =
        store.add(
            new PasskeyId(ids.next()), session.user().id(), made.get(), name, challenge.get(), now);
    if (result == AddResult.ADDED) {
      sessions.provenByPasskey(session);
    }
    return result;
  }

  /** Removes a passkey and returns its name; empty if the user has no such passkey. */
  public Optional<String> remove(User user, PasskeyId id) {
    return store.remove(id, user.id());
  }

  /**
   * Returns the options for `navigator.credentials.get`, as JSON, for a sign-in.
   *
   * @param browser the token of the sign-in form
   */
  public String request(Token browser, PasskeySite site) {
    return Ceremonies.request(site, challenges.make(signingIn(browser)), List.of());
  }

  /** Returns the options for a signed-in user who must confirm. */
  public String request(Session session, PasskeySite site) {
    return Ceremonies.request(
        site, challenges.make(confirming(session)), store.listCredentials(session.user().id()));
  }

  PasskeyCheck check(Optional<Assertion> sent, Token browser, PasskeySite site) {
    return check(sent, signingIn(browser), site, find(sent));
  }

  PasskeyCheck check(Optional<Assertion> sent, Session session, PasskeySite site) {
    return check(
        sent,
        confirming(session),
        site,
        find(sent).filter(one -> one.member().user().id().equals(session.user().id())));
  }

  Optional<StoredPasskey> find(Optional<Assertion> sent) {
    return sent.flatMap(assertion -> store.find(assertion.credentialId()));
  }

  private PasskeyCheck check(
      Optional<Assertion> sent, String holder, PasskeySite site, Optional<StoredPasskey> passkey) {
    Optional<UsedChallenge> challenge =
        sent.flatMap(assertion -> findChallenge(assertion.challenge(), holder));
    if (challenge.isEmpty() || passkey.isEmpty()) {
      return new PasskeyCheck.Wrong();
    }
    Instant now = clock.instant();
    if (!challenge.get().expires().isAfter(now)) {
      return new PasskeyCheck.Late();
    }
    return sent.flatMap(assertion -> assertion.check(site, passkey.get()))
        .filter(count -> store.use(passkey.get(), count, challenge.get(), now))
        .<PasskeyCheck>map(_ -> new PasskeyCheck.Right(passkey.get().member()))
        .orElseGet(PasskeyCheck.Wrong::new);
  }

  private Optional<UsedChallenge> findChallenge(byte[] challenge, String holder) {
    return challenges
        .findEnd(challenge, holder)
        .map(end -> new UsedChallenge(Sha256.of(challenge), end));
  }

  private static String adding(Session session) {
    return "add " + session.id().text();
  }

  private static String confirming(Session session) {
    return "confirm " + session.id().text();
  }

  private static String signingIn(Token browser) {
    return "sign-in " + HexFormat.of().formatHex(browser.hash());
  }
}
