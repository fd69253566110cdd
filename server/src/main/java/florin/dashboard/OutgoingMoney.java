package florin.dashboard;

import florin.core.Money;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.team.Act;
import java.util.Optional;

/**
 * The limit on money that a person sends out of the account: refunds, and the return of unmatched
 * transfers and customer credits.
 */
final class OutgoingMoney {
  /**
   * From this amount on, in the currency's smallest unit, a transfer is large: $1,000.00, ¥100,000,
   * KWD 100.000.
   */
  static final long LARGE_MINOR = 100_000;

  private OutgoingMoney() {}

  /**
   * Requires the right for a large amount or for an account that the person entered, and the
   * password for a large amount or, in live mode, for such an account. Call it before anything is
   * done.
   */
  static void require(Visit visit, Money amount, Optional<PayerAccount> entered) {
    boolean isLarge = amount.minor() >= LARGE_MINOR;
    if (isLarge || entered.isPresent()) {
      visit.require(Act.SEND_LARGE);
    }
    if (isLarge || (entered.isPresent() && visit.realm().isLive())) {
      visit.requirePassword();
    }
  }
}
