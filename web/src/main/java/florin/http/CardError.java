package florin.http;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Id.RequestId;
import florin.core.Id.SetupId;
import florin.core.Retry;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A failed card or a provider's rejection of a valid request (402). This is an outcome and no
 * {@link florin.core.Problem}. It has the same body, and the bytes are stored for the replay of an
 * idempotent request.
 *
 * @param code a code of type `card_error` or `provider_error`
 * @param param the parameter of a failed card check, for example `payment_method.card.number`
 * @param declineCode only with `card_declined`
 * @param object the stored payment or setup, if there is one
 * @param recoveryUrl the page on which the payer can pay instead, if the merchant charged without
 *     the payer and the issuer asks for the payer
 * @param retry whether the card scheme allows another attempt; empty if it limits none
 */
public record CardError(
    ErrorCode code,
    String message,
    Optional<String> param,
    Optional<DeclineCode> declineCode,
    Optional<Advice> advice,
    Optional<Id> object,
    Optional<String> recoveryUrl,
    Optional<Retry> retry) {
  private static final int STATUS = 402;
  private static final int UNAVAILABLE = 503;

  public CardError {
    if (!code.type().isOfPayment()) {
      throw new IllegalArgumentException("not an error of a payment: " + code);
    }
    if (declineCode.isPresent() && code != ErrorCode.CARD_DECLINED) {
      throw new IllegalArgumentException("a decline code goes with card_declined, not " + code);
    }
  }

  /** Returns 503 if the provider is at fault and not the card: a later try may succeed. */
  public int status() {
    return code == ErrorCode.PROVIDER_UNAVAILABLE ? UNAVAILABLE : STATUS;
  }

  public Answer answer(RequestId request) {
    return Answer.json(status(), bytes(request));
  }

  /** Returns the body, for the response and its replay. */
  public byte[] bytes(RequestId request) {
    return new Problems.ErrorBody(
            code,
            message,
            param.orElse(null),
            declineCode.map(DeclineCode::text).orElse(null),
            advice.map(Advice::text).orElse(null),
            object.filter(PaymentId.class::isInstance).map(Id::text).orElse(null),
            object.filter(SetupId.class::isInstance).map(Id::text).orElse(null),
            recoveryUrl.orElse(null),
            retry.orElse(null),
            request.text(),
            null,
            null)
        .bytes();
  }

  /** Returns the body as text, which is ASCII. */
  public String text(RequestId request) {
    return new String(bytes(request), StandardCharsets.US_ASCII);
  }
}
