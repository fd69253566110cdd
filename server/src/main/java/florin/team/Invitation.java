package florin.team;

import florin.core.Id.InvitationId;
import java.time.Instant;

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
