package florin.account;

import java.util.Optional;

/**
 * The merchant's data for payers.
 *
 * @param address in lines, for receipts
 * @param supportEmail the contact for payers, for receipts
 * @param statementDescriptor the text on payers' statements, for payments without their own
 */
public record Profile(
    Optional<String> address,
    Optional<String> supportEmail,
    Optional<String> statementDescriptor) {}
