package florin.account;

import java.util.Optional;

/**
 * What a merchant tells its payers of itself.
 *
 * @param address in lines, for receipts
 * @param supportEmail where payers can ask, for receipts
 * @param statementDescriptor what payers read on their statements, for payments that say nothing
 */
public record Profile(
    Optional<String> address,
    Optional<String> supportEmail,
    Optional<String> statementDescriptor) {}
