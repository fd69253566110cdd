package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The members of an account and their roles. An account always keeps an owner. */
public final class Team {
  private final MembershipStore store;

  Team(Db db) {
    this.store = new MembershipStore(db);
  }

  /**
   * Makes the owners of an installation's first account, who run it, owners of another one too.
   *
   * @return their number
   */
  public static int shareOwners(Db db, long account, Instant now) {
    return MembershipStore.shareOwners(db, account, now);
  }

  /** The result of changing or removing a member. */
  public enum ChangeResult {
    DONE,
    /** Nothing was changed, because the account would have no owner left. */
    LAST_OWNER,
    /** The member was removed, or has another role since. */
    OVERTAKEN
  }

  /**
   * Returns the members, owners first and viewers last; within a role, in the order in which they
   * joined.
   */
  public List<Member> list(long account) {
    return store.list(account);
  }

  public Optional<Member> find(long account, UserId user) {
    return list(account).stream().filter(member -> member.user().id().equals(user)).findFirst();
  }

  /** Returns the members and how they sign in. */
  public List<Seat> listSeats(long account) {
    return store.listSeats(account);
  }

  /**
   * A member as the team page shows it.
   *
   * @param seen the last page request in the account, to within some seconds
   * @param secondFactor whether it is active
   * @param passkey whether there is one
   */
  public record Seat(Member member, Optional<Instant> seen, boolean secondFactor, boolean passkey) {
    /** Returns whether the member can be verified by more than a password. */
    public boolean isSafe() {
      return secondFactor || passkey;
    }
  }

  /** Returns the time from which a second factor is enforced; empty if none is required. */
  public Optional<Instant> findFactorDue(long account) {
    return store.findFactorDue(account);
  }

  /**
   * Requires a second factor of every member, including existing sessions.
   *
   * @param from when members without one can only set one up
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

  /** Returns whether any of the user's accounts requires a second factor. */
  public boolean isSecondFactorRequired(User user) {
    return store.isSecondFactorRequired(user.id());
  }

  /** Returns whether the member has hidden the onboarding list. */
  public boolean hasHiddenOnboarding(Member member) {
    return store.hasHiddenOnboarding(member);
  }

  /**
   * Hides or shows the onboarding list.
   *
   * @param now empty to show it again
   */
  public void hideOnboarding(Member member, Optional<Instant> now) {
    store.hideOnboarding(member, now);
  }

  /** Returns the accounts to which a user can switch. */
  public List<Membership> listAccounts(User user) {
    return store.listAccounts(user.id());
  }

  /** A membership of an account. */
  public record Membership(long account, String name, Role role) {}

  /**
   * Changes a role.
   *
   * @param member as read when the change was decided
   * @param audit appends the audit entry, in the same commit
   */
  public ChangeResult changeRole(Member member, Role role, Db.Work<?> audit) {
    return store.changeRole(member, role, audit);
  }

  /**
   * Ends the membership and its sessions, and invalidates the member's invitations.
   *
   * @param audit appends the audit entry, in the same commit
   */
  public ChangeResult remove(Member member, Db.Work<?> audit) {
    return store.remove(member, audit);
  }
}
