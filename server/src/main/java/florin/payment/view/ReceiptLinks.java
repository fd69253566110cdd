package florin.payment.view;

import florin.core.Hmac;
import florin.payment.machine.Payment;
import java.net.URI;
import java.util.Optional;

/**
 * Links to receipts. Whoever has one sees the receipt without a login, so nobody may guess one or
 * make one of another: see {@link PaymentTokens}.
 */
public final class ReceiptLinks {
  /** The path of every receipt, before its token. */
  public static final String PATH = "/receipts/";

  private final URI base;
  private final PaymentTokens tokens;

  /**
   * @param base where payers reach the service, without a slash at its end
   * @param hmac under the key for receipts
   */
  public ReceiptLinks(URI base, Hmac hmac) {
    this.base = base;
    this.tokens = new PaymentTokens(hmac);
  }

  /** Empty until the payment has succeeded; the same from then on. */
  public Optional<String> findUrl(Payment payment) {
    return payment.hasReceipt()
        ? Optional.of(base + PATH + tokens.token(new LinkedPayment(payment.realm(), payment.id())))
        : Optional.empty();
  }

  /** Empty for every text that is not a token of ours. */
  public Optional<LinkedPayment> verify(String token) {
    return tokens.verify(token);
  }
}
