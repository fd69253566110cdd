package florin.mandate;

import florin.connector.OffSessionReason;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import java.time.Instant;
import java.util.Optional;

/** The part that a mandate has in a payment: the payment gives one, or relies on one. */
public sealed interface MandateUse {
  /**
   * The payer's consent to later charges, which becomes a mandate when the payment is approved.
   *
   * @param text the text that the payer agreed to, as it was shown
   * @param accepted when the payer agreed
   * @param ipAddress the payer's address at that time
   * @param userAgent the payer's browser at that time
   * @param expires when the consent ends; empty if it has no end
   */
  record Consent(
      String text,
      Instant accepted,
      Optional<String> ipAddress,
      Optional<String> userAgent,
      Optional<Instant> expires)
      implements MandateUse {}

  /**
   * A charge under a mandate, while the payer is absent.
   *
   * @param recovers the first declined charge that this one repeats
   */
  record OffSession(OffSessionReason reason, MandateId mandate, Optional<PaymentId> recovers)
      implements MandateUse {}
}
