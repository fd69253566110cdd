/**
 * The members of an account, how they sign in, and their actions.
 *
 * <p>A {@link florin.team.User} is a person, once for the whole installation; a membership gives
 * that person a role in an account. {@link florin.team.RolePermissions} is the table of what a role
 * may do.
 *
 * <p>A sign-in costs one Argon2id hash, whether or not the user exists, and one hash runs at a
 * time. So neither time nor memory reveals anything or can be exhausted. Attempts are counted
 * before the hash, for the e-mail and for the network address, so that concurrent attempts can't
 * evade the lock.
 *
 * <p>A session is a row; the cookie has 256 random bits, and the row their SHA-256. A session ends
 * after 15 idle minutes, after 12 hours, or when it is revoked. That takes effect immediately on
 * every node, because every page reads it. Pages are few, so nothing of this is cached.
 *
 * <p>If an action is a single commit, its audit entry is in that commit ({@link
 * florin.team.AuditLine}). Otherwise one entry precedes the action, and another one with the
 * outcome follows it, before the response. If the process ends in between, the events of the object
 * show the rest.
 */
@org.jspecify.annotations.NullMarked
package florin.team;
