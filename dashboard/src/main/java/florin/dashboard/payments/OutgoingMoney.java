package florin.dashboard.payments;

import florin.core.Currency;
import florin.core.Money;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Explanation;
import florin.page.AmountText;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.team.Permission;
import java.util.Optional;

/**
 * The limit on money that a person sends out of the account: refunds, and returned unmatched
 * transfers and customer credits.
 */
public final class OutgoingMoney {
  /**
   * The smallest amount of a large transfer, in the currency's smallest unit: $1,000.00, ¥100,000,
   * KWD 100.000.
   */
  static final long LARGE_MINOR = 100_000;

  private OutgoingMoney() {}

  static boolean isLarge(Money amount) {
    return amount.minor() >= LARGE_MINOR;
  }

  /** Returns the limit: `€1,000.00 or more needs approval: ask an owner or admin.` */
  static String limit(Currency currency) {
    return Explanation.needing(
        AmountText.of(new Money(LARGE_MINOR, currency)) + " or more needs approval: ask",
        Permission.SEND_LARGE);
  }

  /**
   * Requires {@link Permission#SEND_LARGE} for a large amount or an account that the person
   * entered. Requires the password for a large amount or, in live mode, such an account. Call it
   * before any change.
   */
  public static void require(DashboardRequest visit, Money amount, Optional<PayerAccount> entered) {
    boolean isLarge = isLarge(amount);
    if (isLarge || entered.isPresent()) {
      visit.require(
          Permission.SEND_LARGE,
          Explanation.needing(
              isLarge
                  ? "Refunds and returns of "
                      + AmountText.of(new Money(LARGE_MINOR, amount.currency()))
                      + " or more need"
                  : "Refunds and returns to an account that you enter need",
              Permission.SEND_LARGE));
    }
    if (isLarge || (entered.isPresent() && visit.realm().isLive())) {
      visit.requirePassword();
    }
  }
}
