package florin.team;

import florin.db.Db;
import florin.team.Team.Membership;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Resets of a lost password or second factor: a link allows one new password. The operator creates
 * one on the command line. If mail is configured, a user can request one at the user's address;
 * that one never removes the second factor.
 */
public final class Resets {
  public static final Duration VALID = Duration.ofHours(1);

  /** The pause between two mails to one user, across all nodes. */
  public static final Duration MAIL_PAUSE = Duration.ofMinutes(5);

  private final ResetStore store;
  private final Passwords passwords;
  private final InstantSource clock;
  private final SecureRandom random;

  public Resets(Db db, Passwords passwords, InstantSource clock, SecureRandom random) {
    this.store = new ResetStore(db);
    this.passwords = passwords;
    this.clock = clock;
    this.random = random;
  }

  /**
   * A user of this installation, with the user's accounts.
   *
   * @param secondFactor whether the sign-in requires a code
   */
  public record UserAccounts(User user, boolean secondFactor, List<Membership> accounts) {
    public UserAccounts {
      accounts = List.copyOf(accounts);
    }
  }

  /** The result of using a link. */
  public sealed interface ResetResult {
    record Done(User user) implements ResetResult {}

    record LinkGone() implements ResetResult {}

    /** Too many passwords are being hashed. */
    record Busy() implements ResetResult {}
  }

  public List<UserAccounts> list() {
    return store.list();
  }

  public Optional<UserAccounts> find(String email) {
    return list().stream()
        .filter(known -> known.user().email().equalsIgnoreCase(email))
        .findFirst();
  }

  /**
   * Creates a link, which replaces the previous one.
   *
   * @param secondFactor whether it also removes the second factor
   */
  public Token newLink(User user, boolean secondFactor) {
    Token token = Token.make(random);
    store.save(user.id(), token.hash(), secondFactor, clock.instant().plus(VALID));
    return token;
  }

  /** Creates a link to mail; empty if no user has the address, or a link is recent. */
  public Optional<MailedLink> newMailedLink(String email) {
    Token token = Token.make(random);
    Instant now = clock.instant();
    Instant expires = now.plus(VALID);
    return store
        .findUser(email)
        .filter(user ->
            store.saveMailed(user.id(), token.hash(), expires, expires.minus(MAIL_PAUSE), now))
        .map(user -> new MailedLink(user, token));
  }

  public record MailedLink(User user, Token link) {}

  public Optional<User> find(Token link) {
    return store.find(link.hash(), clock.instant());
  }

  /**
   * Sets the password and ends every session.
   *
   * @param audit the entries, which are written in the same commit
   */
  public ResetResult use(Token link, String password, List<AuditLine> audit) {
    if (find(link).isEmpty()) {
      return new ResetResult.LinkGone();
    }
    Optional<String> hash = passwords.hash(password);
    if (hash.isEmpty()) {
      return new ResetResult.Busy();
    }
    return store
        .use(link.hash(), hash.get(), clock.instant(), audit)
        .<ResetResult>map(ResetResult.Done::new)
        .orElseGet(ResetResult.LinkGone::new);
  }
}
