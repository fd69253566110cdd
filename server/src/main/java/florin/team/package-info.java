/**
 * The people of an account, how they sign in, and what they did.
 *
 * <p>A {@link florin.team.User} is a person, once for the whole installation; a membership says
 * what role that person has in an account. {@link florin.team.Permissions} is the one table of what
 * a role may do.
 *
 * <p>Signing in costs one Argon2id hash, whoever asks and whether or not there is such a user, and
 * one hash runs at a time, so that neither time nor memory tells or takes anything. Attempts are
 * counted before the hash, for the e-mail and for the network address, so that many at once are no
 * way around the lock.
 *
 * <p>A session is a row; the cookie holds 256 random bits of which the row has the SHA-256. It ends
 * after 15 idle minutes, after 12 hours, or when it is revoked, at once and on every node, since it
 * is read with every page. Pages are few: nothing of this is cached.
 *
 * <p>The audit log is written after what it tells of, and before the answer: then it can say how it
 * went. What a crash cuts off in between shows in the events of its object.
 */
@org.jspecify.annotations.NullMarked
package florin.team;
