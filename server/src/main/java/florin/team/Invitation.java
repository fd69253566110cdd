package florin.team;

import florin.core.Id.InvitationId;
import java.time.Instant;

/**
 * Somebody who may become a member of an account, by a link that works once.
 *
 * @param account the account's number
 * @param accountName of the account
 * @param invitedBy the e-mail address of the member who did it
 */
public record Invitation(
    InvitationId id,
    long account,
    String accountName,
    String email,
    Role role,
    String invitedBy,
    Instant expires) {}
