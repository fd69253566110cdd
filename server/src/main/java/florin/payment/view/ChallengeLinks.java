package florin.payment.view;

import florin.core.Hmac;
import florin.payment.machine.Payment;
import java.net.URI;
import java.util.Optional;

/**
 * Links to the page on which a payer passes a challenge, and to where one comes back to who was
 * sent to a page of the provider. Whoever has one may act for the payer, so nobody may guess one or
 * make one of another: see {@link PaymentTokens}.
 */
public final class ChallengeLinks {
  /** The path of every challenge, before its token. */
  public static final String PATH = "/challenges/";

  /** The path of every page that says where to send a bank transfer, before its token. */
  public static final String TRANSFER_PATH = "/transfers/";

  /** After that path and a token: the picture for banking apps. */
  public static final String QR_SUFFIX = "/qr.svg";

  /** The path by which payers come back, before its token. */
  public static final String RETURN_PATH = "/return/";

  private final URI base;
  private final PaymentTokens tokens;

  /**
   * @param base where payers reach the service, without a slash at its end
   * @param hmac under the key for challenges
   */
  public ChallengeLinks(URI base, Hmac hmac) {
    this.base = base;
    this.tokens = new PaymentTokens(hmac);
  }

  public String url(Payment payment) {
    return base + PATH + token(payment);
  }

  /** Where a payer reads where to send a bank transfer. */
  public String transferUrl(Payment payment) {
    return base + TRANSFER_PATH + token(payment);
  }

  public URI returnUrl(Payment payment) {
    return URI.create(base + RETURN_PATH + token(payment));
  }

  private String token(Payment payment) {
    return tokens.token(new LinkedPayment(payment.realm(), payment.id()));
  }

  /** Empty for every text that is not a token of ours. */
  public Optional<LinkedPayment> verify(String token) {
    return tokens.verify(token);
  }
}
