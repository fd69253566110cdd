package florin.connector;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Money;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What came of an operation. */
public sealed interface Outcome {
  /**
   * Done. For a capture, cancel or refund the checks are all `unchecked`.
   *
   * @param connectorReference the network's own name for it, to quote when asking the acquirer; of
   *     a longer one, the first {@value #MAX_REFERENCE} bytes
   * @param networkTransactionId the card scheme's name for it, which later charges of the same card
   *     refer to
   * @param responseCode as the network sent it, for example `00`; empty where it sends none
   * @param amount what was approved, whatever was asked for; for a cancel, what the authorisation
   *     held until then, zero when it held nothing
   * @param threeDSecure the authentication, when the payer was challenged on the way
   * @param provider what else a provider tells; empty where there is none
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

    /** Of a network that tells no more than that. */
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

    /** An approval is not lost for a name that is too long. */
    public Approved {
      var kept = ByteBuffer.allocate(MAX_REFERENCE);
      var text = CharBuffer.wrap(connectorReference);
      StandardCharsets.UTF_8.newEncoder().encode(text, kept, true);
      connectorReference = connectorReference.substring(0, text.position());
    }
  }

  /**
   * Approved, but for another amount than was asked for; for a part, most often. Connectors answer
   * {@link Approved}; {@link #ofAsked} tells the two apart.
   */
  record OtherAmount(Approved approved) implements Outcome {}

  /**
   * Refused, finally. Nothing is held or moved.
   *
   * @param code of type `card_error`, or `provider_error` where the provider itself refuses
   * @param declineCode present exactly with {@link ErrorCode#CARD_DECLINED}
   * @param responseCode as the network sent it; empty when the issuer was never asked (a failed
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

    /** The provider refuses, whatever is paid with. */
    public static Declined byProvider(ErrorCode code) {
      return new Declined(code, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Nobody was asked, and nobody will be: the card cannot be charged any more. */
    public static Declined processingError() {
      return new Declined(
          ErrorCode.PROCESSING_ERROR, Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /**
   * The payer must act first; then {@link Connector#resume}.
   *
   * @param challenge the connector's name for it
   */
  record RequiresAction(String challenge, PayerAction action) implements Outcome {
    /** On a page of ours. */
    public RequiresAction(String challenge) {
      this(challenge, new PayerAction.OwnPage());
    }
  }

  /** The network has it and has not decided. It will: {@link Connector#inquire} tells. */
  record Pending() implements Outcome {}

  /**
   * Provably no byte has left: nothing happened and nothing will. Another connector may be tried.
   */
  record NotSent() implements Outcome {}

  /**
   * It may have happened or not, or may yet happen.
   *
   * @param detail for the log: a timeout, a lost link, an exception. No card data
   */
  record Unknown(String detail) implements Outcome {}

  /** What this is to whoever has asked for an amount: an approval of another is not the whole. */
  default Outcome ofAsked(Money amount) {
    return this instanceof Approved approved && !approved.amount().equals(amount)
        ? new OtherAmount(approved)
        : this;
  }
}
