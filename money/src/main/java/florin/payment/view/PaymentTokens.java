package florin.payment.view;

import florin.core.Hmac;
import florin.core.Id.PaymentId;
import florin.core.LinkTokens;
import florin.core.Realm;
import java.util.Optional;

/** Tokens of payments that can't be guessed or forged: see {@link LinkTokens}. */
public final class PaymentTokens {
  private final LinkTokens tokens;

  /** The payment that a link or its token leads to. */
  public record LinkedPayment(Realm realm, PaymentId payment) {}

  PaymentTokens(Hmac hmac) {
    this.tokens = new LinkTokens(hmac);
  }

  String token(LinkedPayment link) {
    return tokens.token(new LinkTokens.LinkTarget(link.realm(), link.payment().uuid()));
  }

  /** Returns the payment of a token; empty for a text that is no valid token. */
  Optional<LinkedPayment> verify(String token) {
    return tokens
        .verify(token)
        .map(target -> new LinkedPayment(target.realm(), new PaymentId(target.object())));
  }
}
