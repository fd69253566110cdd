package florin.team;

/**
 * A user in an account.
 *
 * @param account the account's number
 */
public record Member(User user, long account, Role role) {}
