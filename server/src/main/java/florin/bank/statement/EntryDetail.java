package florin.bank.statement;

import florin.core.Money;
import java.util.Optional;

/**
 * One transfer of an entry. All texts are the bank's, up to a limit ({@link StatementBounds}).
 *
 * @param amount in the account's currency and the entry's direction, if the file has it; use {@link
 *     StatementEntry#amountOf}
 * @param endToEndId the id that the ordering party assigned; empty for `NOTPROVIDED`
 * @param structuredReference the creditor's reference, in a field of its own
 * @param text the payer's text, or the bank's text about the entry if there is none
 * @param messageId the id of the payment file that ordered it
 * @param paymentInformationId the id of the part of that file
 * @param returnReason why it came back: an ISO 20022 code such as `AC04`, or the bank's own
 * @param bankReference the bank's own reference of this transfer, which may differ from the entry's
 */
public record EntryDetail(
    Optional<Money> amount,
    Optional<String> endToEndId,
    Optional<String> structuredReference,
    String text,
    Optional<Counterparty> counterparty,
    Optional<String> messageId,
    Optional<String> paymentInformationId,
    Optional<String> returnReason,
    Optional<String> bankReference) {}
