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
 * The passkeys of a user: each is a key that a device keeps and uses only for whom it knows, by a
 * finger, a face or a PIN. So one stands for the password and the second factor together.
 */
public final class Passkeys {
  /** For each user. */
  public static final int MAX = 10;

  public static final int MAX_NAME = 60;

  /** Of what a browser sends of a device's answer: keys of RSA are the longest. */
  public static final int MAX_ANSWER = 8 << 10;

  private final PasskeyStore store;
  private final Sessions sessions;
  private final PasskeyChallenges challenges;
  private final Optional<URI> baseUrl;
  private final IdSource ids;
  private final InstantSource clock;

  /** What challenges are made with, and where passkeys work. */
  public record PasskeySettings(Hmac challengeKey, Optional<URI> baseUrl) {}

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

  /** What comes of adding one. */
  public enum AddResult {
    ADDED,
    /** The user has {@link #MAX}. */
    TOO_MANY,
    /** Its challenge is too old, or was used. */
    LATE,
    /** What was sent is no new passkey of this user. */
    WRONG
  }

  /** What was found of an answer that is to sign in. */
  sealed interface PasskeyCheck {
    record Right(Member member) implements PasskeyCheck {}

    record Late() implements PasskeyCheck {}

    record Wrong() implements PasskeyCheck {}
  }

  /** Where passkeys work, if the origin is there. */
  public Optional<PasskeySite> findSite(String origin) {
    return PasskeySite.of(baseUrl, origin);
  }

  /** The first one that was added before the others. */
  public List<Passkey> list(User user) {
    return store.list(user.id());
  }

  /** For `navigator.credentials.create`, as JSON. */
  public String creation(Session session, PasskeySite site) {
    User user = session.user();
    return Ceremonies.creation(
        site, user, challenges.make(adding(session)), store.listCredentials(user.id()));
  }

  /** The session counts as one with a second factor from then on: the device knew the user. */
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

  /** The name of what was removed; empty when the user has no such passkey. */
  public Optional<String> remove(User user, PasskeyId id) {
    return store.remove(id, user.id());
  }

  /**
   * For `navigator.credentials.get`, as JSON, when nobody is signed in.
   *
   * @param browser what the form of the sign-in was made for
   */
  public String request(Token browser, PasskeySite site) {
    return Ceremonies.request(site, challenges.make(signingIn(browser)), List.of());
  }

  /** The same, for somebody who is signed in and is asked to confirm it. */
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
