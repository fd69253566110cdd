package florin.books;

import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BalanceTransactionId;
import florin.core.Id.ReceivingAccountId;
import java.time.Instant;
import java.util.Optional;

/**
 * A movement of money as the API shows it, field by field.
 *
 * @param amount positive towards the merchant
 * @param fee empty until a settlement reports it
 * @param net the amount less the fee, likewise
 * @param availableOn the day on which the connector pays the money out, likewise
 * @param connector empty for money that no payment takes
 * @param receivingAccount only for money at the bank
 * @param source the object whose money moves
 */
record BalanceTransaction(
    BalanceTransactionId id,
    String object,
    MovementType type,
    long amount,
    Optional<Long> fee,
    Optional<Long> net,
    Currency currency,
    Optional<String> connector,
    Optional<ReceivingAccountId> receivingAccount,
    Optional<String> availableOn,
    Id source,
    Instant created,
    boolean livemode) {}
