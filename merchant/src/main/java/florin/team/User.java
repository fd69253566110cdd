package florin.team;

import florin.core.Id.UserId;
import java.time.Instant;

/** A person who signs in, with one password for all of the user's accounts. */
public record User(UserId id, String email, String name, Instant created) {}
