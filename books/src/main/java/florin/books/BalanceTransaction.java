package florin.books;

import florin.books.SettledStore.Settled;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BalanceTransactionId;
import florin.core.Id.ReceivingAccountId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A movement of money as the API shows it, field by field.
 *
 * @param amount positive towards the merchant
 * @param fee empty until a settlement reports it, and if that is in another currency
 * @param net the amount less the fee, likewise
 * @param availableOn the day on which the connector pays the money out, likewise
 * @param connector empty for money that no payment takes
 * @param receivingAccount only for money at the bank
 * @param adjustmentIn the month whose report has the movement as an adjustment, because its own
 *     month was closed
 * @param source the object whose money moves
 */
public record BalanceTransaction(
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
    Optional<String> adjustmentIn,
    Id source,
    Instant created,
    boolean livemode) {
  /** Returns the transaction with the sums that settlement lines report about its object. */
  BalanceTransaction withSettled(List<Settled> sums) {
    List<Settled> own = sums.stream().filter(sum -> sum.type().equals(type.text())).toList();
    Optional<Long> settledFee =
        own.size() == 1 && own.getFirst().currency().equals(currency)
            ? Optional.of(own.getFirst().fee())
            : Optional.empty();
    return new BalanceTransaction(
        id,
        object,
        type,
        amount,
        settledFee,
        settledFee.map(known -> amount - known),
        currency,
        connector,
        receivingAccount,
        own.stream().map(Settled::availableOn).max(Comparator.naturalOrder()).map(Object::toString),
        adjustmentIn,
        source,
        created,
        livemode);
  }
}
