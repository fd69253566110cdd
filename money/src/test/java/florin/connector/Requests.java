package florin.connector;

import florin.connector.AuthorizeRequest.BillingAddress;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential.PlainCard;
import florin.connector.Inquiry.InquiryRequest;
import florin.core.CardCode;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Pan;
import florin.core.Realm;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Requests like those of a payment, each with its own reference. */
public final class Requests {
  public static final Realm REALM = Realm.of(1, Mode.TEST);

  private static final IdSource IDS = new IdSource(InstantSource.system());

  private Requests() {}

  public static OperationRef reference() {
    return new OperationRef(new AttemptId(IDS.next()));
  }

  public static Money eur(long cents) {
    return new Money(cents, Currency.get("eur"));
  }

  public static Deadline soon() {
    return Deadline.in(Duration.ofSeconds(8));
  }

  public static PlainCard card(Pan pan) {
    return new PlainCard(pan, 12, 2034, Optional.of(new CardCode("123")));
  }

  public static AuthorizeRequest sale(Pan pan, Money amount) {
    return authorize(card(pan), amount, Capture.AUTOMATIC);
  }

  public static AuthorizeRequest hold(Pan pan, Money amount) {
    return authorize(card(pan), amount, Capture.MANUAL);
  }

  public static AuthorizeRequest authorize(PlainCard card, Money amount, Capture capture) {
    return authorize(
        reference(),
        REALM,
        amount,
        capture,
        card,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** Creates a request for a payer who is not redirected. */
  public static AuthorizeRequest authorize(
      OperationRef reference,
      Realm realm,
      Money amount,
      Capture capture,
      Credential credential,
      Optional<BillingAddress> billingAddress,
      Optional<ThreeDSecureResult> threeDSecure,
      Optional<String> statementDescriptor,
      boolean challengedBefore) {
    return authorize(
        reference,
        realm,
        amount,
        capture,
        credential,
        billingAddress,
        threeDSecure,
        statementDescriptor,
        challengedBefore,
        Optional.empty());
  }

  /** Creates a request whose page at the provider shows only the amount. */
  public static AuthorizeRequest authorize(
      OperationRef reference,
      Realm realm,
      Money amount,
      Capture capture,
      Credential credential,
      Optional<BillingAddress> billingAddress,
      Optional<ThreeDSecureResult> threeDSecure,
      Optional<String> statementDescriptor,
      boolean challengedBefore,
      Optional<URI> returnUrl) {
    return new AuthorizeRequest(
        reference,
        realm,
        amount,
        capture,
        credential,
        billingAddress,
        threeDSecure,
        statementDescriptor,
        challengedBefore,
        Optional.empty(),
        returnUrl,
        PageContent.NONE);
  }

  public static InquiryRequest about(AuthorizeRequest request) {
    return new InquiryRequest(
        request.realm(),
        request.reference(),
        OperationKind.AUTHORIZE,
        request.reference(),
        request.amount(),
        InstantSource.system().instant());
  }

  public static InquiryRequest about(OperationKind operation, FollowUp request) {
    return new InquiryRequest(
        request.realm(),
        request.reference(),
        operation,
        request.authorization(),
        request.amount(),
        InstantSource.system().instant());
  }

  public static FollowUp followUp(AuthorizeRequest authorization, Money amount) {
    return new FollowUp(reference(), authorization.reference(), authorization.realm(), amount);
  }
}
