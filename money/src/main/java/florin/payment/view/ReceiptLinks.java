package florin.payment.view;

import florin.core.Hmac;
import florin.payment.machine.Payment;
import florin.payment.view.PaymentTokens.LinkedPayment;
import java.net.URI;
import java.util.Optional;

/**
 * The links to receipts. Any holder of a link sees the receipt without a login, so a link can't be
 * guessed or derived from another one: see {@link PaymentTokens}.
 */
public final class ReceiptLinks {
  /** The path of each receipt, before its token. */
  public static final String PATH = "/receipts/";

  private final URI base;
  private final PaymentTokens tokens;

  /**
   * Creates the links.
   *
   * @param base the service's public URL for payers, without a trailing slash
   * @param hmac under the key for receipts
   */
  public ReceiptLinks(URI base, Hmac hmac) {
    this.base = base;
    this.tokens = new PaymentTokens(hmac);
  }

  /** Returns the URL of the receipt, which never changes; empty until the payment has succeeded. */
  public Optional<String> findUrl(Payment payment) {
    return payment.hasReceipt()
        ? Optional.of(base + PATH + tokens.token(new LinkedPayment(payment.realm(), payment.id())))
        : Optional.empty();
  }

  /** Returns the payment of a token; empty for a text that is no valid token. */
  public Optional<LinkedPayment> verify(String token) {
    return tokens.verify(token);
  }
}
