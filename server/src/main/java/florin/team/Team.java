package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who is in an account, and as what. An account always keeps an owner. */
public final class Team {
  private final MembershipStore store;

  Team(Db db) {
    this.store = new MembershipStore(db);
  }

  /** What comes of a change. */
  public enum ChangeResult {
    DONE,
    /** Nobody would be left who may make owners. */
    LAST_OWNER,
    /** The member is gone, or has another role by now. */
    OVERTAKEN
  }

  /** From the owners to the viewers, those of one role in the order in which they came. */
  public List<Member> list(long account) {
    return store.list(account);
  }

  public Optional<Member> find(long account, UserId user) {
    return list(account).stream().filter(member -> member.user().id().equals(user)).findFirst();
  }

  /** The same, with how each of them signs in. */
  public List<Seat> listSeats(long account) {
    return store.listSeats(account);
  }

  /**
   * A member, as the team's page shows one.
   *
   * @param seen when a page of the account was last asked for, to some seconds
   * @param secondFactor whether it is on
   * @param passkey whether there is one
   */
  public record Seat(Member member, Optional<Instant> seen, boolean secondFactor, boolean passkey) {
    /** Whether more than a password can show who it is. */
    public boolean isSafe() {
      return secondFactor || passkey;
    }
  }

  /** Returns from when members without a second factor are held; empty if none is required. */
  public Optional<Instant> findFactorDue(long account) {
    return store.findFactorDue(account);
  }

  /**
   * Requires a second factor of every member, in sessions that are open as well.
   *
   * @param from when members who have none can do nothing but set one up
   * @param audit appends the audit entry, in the same commit
   * @return false if it was required already: the date stays
   */
  public boolean requireSecondFactor(long account, Instant from, Db.Work<?> audit) {
    return store.requireSecondFactor(account, from, audit);
  }

  /**
   * Stops requiring a second factor.
   *
   * @param audit appends the audit entry, in the same commit
   */
  public void stopRequiringSecondFactor(long account, Db.Work<?> audit) {
    store.stopRequiringSecondFactor(account, audit);
  }

  /** Whether any account that the user is in requires a second factor. */
  public boolean isSecondFactorRequired(User user) {
    return store.isSecondFactorRequired(user.id());
  }

  /** Whether the member put the list of first steps away. */
  public boolean hasHiddenOnboarding(Member member) {
    return store.hasHiddenOnboarding(member);
  }

  /**
   * @param now empty to have it shown again
   */
  public void hideOnboarding(Member member, Optional<Instant> now) {
    store.hideOnboarding(member, now);
  }

  /** What somebody who is signed in can switch to. */
  public List<Membership> listAccounts(User user) {
    return store.listAccounts(user.id());
  }

  /** An account that somebody is in. */
  public record Membership(long account, String name, Role role) {}

  /**
   * @param member as it was when the change was decided on
   * @param audit appends the audit entry, in the same commit
   */
  public ChangeResult changeRole(Member member, Role role, Db.Work<?> audit) {
    return store.changeRole(member, role, audit);
  }

  /**
   * Ends the membership and its sessions; the links that the member gave out work no more.
   *
   * @param audit appends the audit entry, in the same commit
   */
  public ChangeResult remove(Member member, Db.Work<?> audit) {
    return store.remove(member, audit);
  }
}
