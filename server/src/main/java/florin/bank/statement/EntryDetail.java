package florin.bank.statement;

import florin.core.Money;
import java.util.Optional;

/**
 * One transfer of an entry. All texts are as the bank gives them, bounded ({@link
 * StatementBounds}).
 *
 * @param amount in the account's currency and the entry's direction, where the file says it; what
 *     counts is {@link StatementEntry#amountOf}
 * @param endToEndId as whoever ordered the transfer has named it; `NOTPROVIDED` is none
 * @param structuredReference the creditor's reference, in a field of its own
 * @param text what the payer wrote, and where there is nothing of that, what the bank says about
 *     the entry
 * @param messageId of the file of orders it came from
 * @param paymentInformationId of the part of that file
 * @param returnReason why it came back: a code of ISO 20022 such as `AC04`, or the bank's own
 * @param bankReference the bank's own name for this transfer, which the entry's may not be
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
