package florin.team;

import florin.core.Id.PasskeyId;
import java.time.Instant;
import java.util.Optional;

/**
 * A key of a user's device, as its user sees it.
 *
 * @param name what the user calls it
 * @param used when it has signed in last
 */
public record Passkey(PasskeyId id, String name, Instant created, Optional<Instant> used) {}
