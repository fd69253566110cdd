package florin.payment.view;

import florin.core.Id.PaymentId;
import florin.core.Realm;

/** What a link of ours, or the token in it, leads to. */
public record LinkedPayment(Realm realm, PaymentId payment) {}
