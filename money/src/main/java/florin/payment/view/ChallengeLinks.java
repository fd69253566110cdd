package florin.payment.view;

import florin.core.Hmac;
import florin.payment.machine.Payment;
import florin.payment.view.PaymentTokens.LinkedPayment;
import java.net.URI;
import java.util.Optional;

/**
 * The links to a challenge page, to the instructions of a bank transfer, and to the return URL. The
 * last is for payers who were sent to a provider's page. Any holder of a link may act for the
 * payer, so a link can't be guessed or derived from another one: see {@link PaymentTokens}.
 */
public final class ChallengeLinks {
  /** The path of each challenge page, before its token. */
  public static final String PATH = "/challenges/";

  /** The path of each page with the instructions of a bank transfer, before its token. */
  public static final String TRANSFER_PATH = "/transfers/";

  /** The suffix after that path and a token for the QR code that banking apps read. */
  public static final String QR_SUFFIX = "/qr.svg";

  /** The path of each return URL, before its token. */
  public static final String RETURN_PATH = "/return/";

  private final URI base;
  private final PaymentTokens tokens;

  /**
   * Creates the links.
   *
   * @param base the service's public URL for payers, without a trailing slash
   * @param hmac under the key for challenges
   */
  public ChallengeLinks(URI base, Hmac hmac) {
    this.base = base;
    this.tokens = new PaymentTokens(hmac);
  }

  public String url(Payment payment) {
    return base + PATH + token(payment);
  }

  /** Returns the URL of the instructions for a bank transfer. */
  public String transferUrl(Payment payment) {
    return base + TRANSFER_PATH + token(payment);
  }

  public URI returnUrl(Payment payment) {
    return URI.create(base + RETURN_PATH + token(payment));
  }

  private String token(Payment payment) {
    return tokens.token(new LinkedPayment(payment.realm(), payment.id()));
  }

  /** Returns the payment of a token; empty for a text that is no valid token. */
  public Optional<LinkedPayment> verify(String token) {
    return tokens.verify(token);
  }
}
