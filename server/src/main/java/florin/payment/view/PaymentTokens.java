package florin.payment.view;

import florin.core.Hmac;
import florin.core.Id.PaymentId;
import florin.core.LinkTokens;
import java.util.Optional;

/** Names of payments that nobody can guess or make: see {@link LinkTokens}. */
final class PaymentTokens {
  private final LinkTokens tokens;

  PaymentTokens(Hmac hmac) {
    this.tokens = new LinkTokens(hmac);
  }

  String token(LinkedPayment link) {
    return tokens.token(new LinkTokens.LinkTarget(link.realm(), link.payment().uuid()));
  }

  /** Empty for every text that is not a token of ours. */
  Optional<LinkedPayment> verify(String token) {
    return tokens
        .verify(token)
        .map(target -> new LinkedPayment(target.realm(), new PaymentId(target.object())));
  }
}
