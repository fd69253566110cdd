package florin.books;

import florin.core.Currency;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.http.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * A payout as the API and its events show it, field by field.
 *
 * @param arrivesOn a date, for example `2026-11-28`
 * @param allLines whether the provider has reported all lines
 */
public record PayoutView(
    PayoutId id,
    String object,
    Payout.Status status,
    long amount,
    long amountArrived,
    Currency currency,
    String connector,
    String reference,
    Optional<String> bankReference,
    Optional<ReceivingAccountId> receivingAccount,
    String arrivesOn,
    Optional<Instant> arrivedAt,
    Optional<String> failure,
    boolean allLines,
    Instant created,
    boolean livemode) {
  static PayoutView of(Payout payout) {
    return new PayoutView(
        payout.id(),
        "payout",
        payout.status(),
        payout.amount(),
        payout.arrivedAmount(),
        payout.currency(),
        payout.connector(),
        payout.reference(),
        payout.bankReference(),
        payout.account(),
        payout.arrivesOn().toString(),
        payout.arrivedAt(),
        payout.failure(),
        payout.hasAllLines(),
        payout.created(),
        payout.realm().isLive());
  }

  /** Returns the JSON that events contain. */
  static String text(Payout payout) {
    return Json.text(of(payout));
  }
}
