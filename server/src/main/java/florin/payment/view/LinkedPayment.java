package florin.payment.view;

import florin.core.Id.PaymentId;
import florin.core.Realm;

/** The payment that a link or its token leads to. */
public record LinkedPayment(Realm realm, PaymentId payment) {}
