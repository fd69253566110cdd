package florin.connector;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Money;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The outcome of an operation. */
public sealed interface Outcome {
  /**
   * The operation is done. For a capture, cancel or refund the checks are all `unchecked`.
   *
   * @param connectorReference the network's own reference, to quote to the acquirer; of a longer
   *     one, the first {@value #MAX_REFERENCE} bytes
   * @param networkTransactionId the card scheme's identifier, which later charges of the same card
   *     refer to
   * @param responseCode as the network sent it, for example `00`; empty if it sends none
   * @param amount the approved amount, which may differ from the requested one. For a cancel, the
   *     amount that the authorization held until then, zero if it held nothing.
   * @param threeDSecure the authentication, if the payer was challenged
   * @param provider more details from a provider; empty if there is none
   */
  record Approved(
      String connectorReference,
      Optional<String> networkTransactionId,
      Optional<String> responseCode,
      Money amount,
      Checks checks,
      RiskLevel riskLevel,
      Optional<ThreeDSecureResult> threeDSecure,
      Optional<ProviderDetails> provider)
      implements Outcome {
    static final int MAX_REFERENCE = 255;

    /** Creates the outcome for a network that reports no provider details. */
    public Approved(
        String connectorReference,
        Optional<String> networkTransactionId,
        Optional<String> responseCode,
        Money amount,
        Checks checks,
        RiskLevel riskLevel,
        Optional<ThreeDSecureResult> threeDSecure) {
      this(
          connectorReference,
          networkTransactionId,
          responseCode,
          amount,
          checks,
          riskLevel,
          threeDSecure,
          Optional.empty());
    }

    /** Truncates a reference that is too long, so that the approval isn't lost. */
    public Approved {
      var kept = ByteBuffer.allocate(MAX_REFERENCE);
      var text = CharBuffer.wrap(connectorReference);
      StandardCharsets.UTF_8.newEncoder().encode(text, kept, true);
      connectorReference = connectorReference.substring(0, text.position());
    }
  }

  /**
   * The network approved another amount than requested, usually a part. Connectors return {@link
   * Approved}, and {@link #ofAsked} distinguishes the two.
   */
  record OtherAmount(Approved approved) implements Outcome {}

  /**
   * The operation was finally declined. Nothing is held or moved.
   *
   * @param code of type `card_error`, or `provider_error` if the provider itself rejects the
   *     operation
   * @param declineCode present exactly with {@link ErrorCode#CARD_DECLINED}
   * @param responseCode as the network sent it; empty if the issuer was never asked (a failed
   *     authentication)
   */
  record Declined(
      ErrorCode code,
      Optional<DeclineCode> declineCode,
      Optional<Advice> advice,
      Optional<String> responseCode)
      implements Outcome {
    public Declined {
      if (!code.type().isOfPayment()) {
        throw new IllegalArgumentException(
            "a decline is an error of the card or the provider, not " + code);
      }
      if ((code == ErrorCode.CARD_DECLINED) != declineCode.isPresent()) {
        throw new IllegalArgumentException("a decline code goes with card_declined, and only so");
      }
    }

    /** Returns whether the payer has revoked later charges at the issuer (codes R1 and R3). */
    public boolean revokesAuthorizations() {
      return declineCode
          .filter(it ->
              it == DeclineCode.REVOCATION_OF_AUTHORIZATION
                  || it == DeclineCode.REVOCATION_OF_ALL_AUTHORIZATIONS)
          .isPresent();
    }

    /** Returns this decline with the advice of a merchant advice code, if that has one. */
    public Declined advised(String merchantAdviceCode) {
      return new Declined(
          code,
          declineCode,
          ResponseCodes.advice(merchantAdviceCode).or(() -> advice),
          responseCode);
    }

    /** Returns a decline by the provider, for any payment method. */
    public static Declined byProvider(ErrorCode code) {
      return new Declined(code, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Returns a decline without a call to the network, because the card can no longer be charged.
     */
    public static Declined processingError() {
      return new Declined(
          ErrorCode.PROCESSING_ERROR, Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /**
   * The payer must act first. Then the authorization continues with {@link Connector#resume}.
   *
   * @param challenge the connector's identifier of the challenge
   */
  record RequiresAction(String challenge, PayerAction action) implements Outcome {
    /** Creates the outcome for an action on a page of Florin. */
    public RequiresAction(String challenge) {
      this(challenge, new PayerAction.OwnPage());
    }
  }

  /**
   * The network has received the operation and has not decided yet. {@link Connector#inquire} finds
   * its decision.
   */
  record Pending() implements Outcome {}

  /**
   * Provably nothing was sent, so nothing happened and nothing will. Another connector may be
   * tried.
   */
  record NotSent() implements Outcome {}

  /**
   * The operation may or may not have happened, or may still happen.
   *
   * @param detail for the log: a timeout, a lost connection, an exception. No card data.
   */
  record Unknown(String detail) implements Outcome {}

  /**
   * Returns this outcome for a request for an amount. An approval of another amount becomes {@link
   * OtherAmount}.
   */
  default Outcome ofAsked(Money amount) {
    return this instanceof Approved approved && !approved.amount().equals(amount)
        ? new OtherAmount(approved)
        : this;
  }
}
