package florin.dispute;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import java.util.List;
import java.util.Map;

/** The fees of disputes. Only requests that read disputes ask for them. */
@FunctionalInterface
public interface DisputeFees {
  /** Returns the fees that the connectors have reported for all disputes of each payment. */
  Map<PaymentId, DisputeFee> of(Realm realm, List<Dispute> disputes);

  /**
   * A fee as the API shows it, field by field.
   *
   * @param currency the one in which the connector settles, which may not be the payment's
   */
  record DisputeFee(long amount, Currency currency) {}
}
