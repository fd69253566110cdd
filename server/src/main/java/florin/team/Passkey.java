package florin.team;

import florin.core.Id.PasskeyId;
import java.time.Instant;
import java.util.Optional;

/**
 * A key on a user's device, as its user sees it.
 *
 * @param name the user's name for it
 * @param used its last sign-in
 */
public record Passkey(PasskeyId id, String name, Instant created, Optional<Instant> used) {}
