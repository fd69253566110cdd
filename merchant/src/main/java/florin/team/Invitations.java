package florin.team;

import florin.core.Id.InvitationId;
import florin.core.Id.UserId;
import florin.core.IdSource;
import florin.db.Db;
import florin.team.Session.From;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Invitations to an account: a link that works once, for seven days, for one e-mail address and one
 * role. An address that already has a login must be signed in to use the link, so its password and
 * second factor still protect it.
 */
public final class Invitations {
  public static final Duration VALID = Duration.ofDays(7);

  private final InvitationStore store;
  private final Passwords passwords;
  private final Sessions sessions;
  private final IdSource ids;
  private final InstantSource clock;
  private final SecureRandom random;

  /**
   * An invitation to an account, with a link that works once.
   *
   * @param account the account's number
   * @param accountName the account's name
   * @param invitedBy the e-mail address of the inviting member
   */
  public record Invitation(
      InvitationId id,
      long account,
      String accountName,
      String email,
      Role role,
      String invitedBy,
      Instant expires) {}

  Invitations(
      Db db,
      Passwords passwords,
      Sessions sessions,
      IdSource ids,
      InstantSource clock,
      SecureRandom random) {
    this.store = new InvitationStore(db);
    this.passwords = passwords;
    this.sessions = sessions;
    this.ids = ids;
    this.clock = clock;
    this.random = random;
  }

  /** The result of using a link. */
  public sealed interface InvitationResult {
    /** The user is a member, with a session in the account. */
    record Joined(Token session, Member member) implements InvitationResult {}

    /** The link was used, withdrawn, or has expired. */
    record LinkGone() implements InvitationResult {}

    /** The e-mail address has a login, which must be signed in. */
    record SignInFirst() implements InvitationResult {}

    /** Too many passwords are being hashed. */
    record Busy() implements InvitationResult {}
  }

  /**
   * Creates a link, which replaces an earlier one for the address; empty if the address already
   * belongs to a member.
   *
   * @param audit appends the audit entry, in the same commit
   */
  public Optional<Token> invite(Session by, String email, Role role, Db.Work<?> audit) {
    Instant now = clock.instant();
    Token token = Token.make(random);
    var invitation =
        new Invitation(
            new InvitationId(ids.next()),
            by.member().account(),
            by.account(),
            email,
            role,
            by.user().email(),
            now.plus(VALID));
    return store.save(invitation, by.user().id(), token.hash(), now, audit)
        ? Optional.of(token)
        : Optional.empty();
  }

  /** Returns the account's valid invitations. */
  public List<Invitation> list(long account) {
    return store.list(account, clock.instant());
  }

  public Optional<Invitation> find(long account, InvitationId id) {
    return list(account).stream().filter(invitation -> invitation.id().equals(id)).findFirst();
  }

  /** Returns the invitation of a link. */
  public Optional<Invitation> find(Token link) {
    return store.find(link.hash(), clock.instant());
  }

  /** Returns whether the address has a login, so that the link needs no new password. */
  public boolean hasLogin(Invitation invitation) {
    return store.hasLogin(invitation.email());
  }

  /**
   * Invalidates the link.
   *
   * @param audit appends the audit entry, in the same commit
   */
  public void withdraw(long account, InvitationId id, Db.Work<?> audit) {
    store.delete(account, id, audit);
  }

  /**
   * Makes a new user a member.
   *
   * @param audit the entry, which is written in the same commit
   */
  public InvitationResult accept(
      Token link, String name, String password, From from, Function<Member, AuditLine> audit) {
    Optional<Invitation> invitation = find(link);
    if (invitation.isEmpty()) {
      return new InvitationResult.LinkGone();
    }
    Optional<String> hash = passwords.hash(password);
    if (hash.isEmpty()) {
      return new InvitationResult.Busy();
    }
    var user = new User(new UserId(ids.next()), invitation.get().email(), name, clock.instant());
    return switch (store.acceptAsNew(link.hash(), user, hash.get(), audit)) {
      case InvitationStore.LinkUse.Gone _ -> new InvitationResult.LinkGone();
      case InvitationStore.LinkUse.HasLogin _ -> new InvitationResult.SignInFirst();
      case InvitationStore.LinkUse.By(Member member) ->
          new InvitationResult.Joined(sessions.begin(member, from), member);
    };
  }

  /**
   * Makes the signed-in user a member, if the link is for that address.
   *
   * @param audit the entry, which is written in the same commit
   */
  public InvitationResult accept(
      Token link, Session session, From from, Function<Member, AuditLine> audit) {
    return switch (store.acceptAs(link.hash(), session.user(), clock.instant(), audit)) {
      case InvitationStore.LinkUse.Gone _ -> new InvitationResult.LinkGone();
      case InvitationStore.LinkUse.HasLogin _ -> new InvitationResult.SignInFirst();
      case InvitationStore.LinkUse.By(Member member) -> {
        sessions.revoke(session.user(), session.id());
        yield new InvitationResult.Joined(sessions.begin(member, from), member);
      }
    };
  }
}
