package florin.connector;

import florin.connector.Capabilities.PagesByPurpose;
import florin.connector.DisputeResponse.DisputeReply;
import florin.connector.Inquiry.InquiryRequest;
import florin.core.Currency;
import florin.core.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A connection to a payment network. Every operation carries Florin's own reference and is
 * idempotent by it. The same request with the same reference is booked once, however often it is
 * sent and from which node. A reference is never used for two different operations.
 *
 * <p>A connector holds none of Florin's database transactions, and uses no tables except its own.
 * It responds before the deadline (with {@link Outcome.Unknown} if nothing better is known), and
 * returns every outcome as a value. Callers use it through {@link SafeConnector}, which converts
 * escaping exceptions to values.
 */
public interface Connector {
  /**
   * A request to a connector's webhook URL, as it was received.
   *
   * @param header returns a header's value by its name, if the header occurs once
   * @param body strict UTF-8, so that its bytes are those that were signed
   * @param received the time that a signature's own time is compared with
   */
  record ProviderWebhookRequest(
      Function<String, Optional<String>> header, String body, Instant received) {}

  /** The result of listing a provider's objects. */
  sealed interface ProviderListing {
    /** The most objects on a page. */
    int MAX_OBJECTS = 100;

    /**
     * A page of objects.
     *
     * @param objects those with a reference of Florin; other objects of the account are left out
     * @param next the cursor of the next page; empty if there is none
     */
    record Page(List<ProviderObject> objects, Optional<String> next) implements ProviderListing {
      public Page {
        objects = List.copyOf(objects);
        if (objects.size() > MAX_OBJECTS) {
          throw new IllegalArgumentException("a page holds " + MAX_OBJECTS + " objects at most");
        }
      }
    }

    /** The network has no listing. */
    record Unsupported() implements ProviderListing {}

    /**
     * The provider did not respond, or its response could not be read. The caller may ask again.
     */
    record Unanswered(String detail) implements ProviderListing {}
  }

  /**
   * Returns the id that attempts store: `cn_…` of an instance, or the kind of a connector that all
   * realms share.
   */
  String id();

  /** Returns the kind of connector, for example `simulator`. It is shown as `outcome.connector`. */
  String kind();

  default ConnectorName name() {
    return new ConnectorName(id(), kind());
  }

  Capabilities capabilities();

  /** Returns the limiter that a new operation must enter before it is written. */
  default CallLimiter room() {
    return CallLimiter.UNBOUNDED;
  }

  /** Returns whether the provider rejects the API key, so that the operator must act. */
  default boolean isKeyRefused() {
    return false;
  }

  /** Returns whether it supports the operation. Florin never begins an unsupported one. */
  default boolean takes(OperationKind operation) {
    return true;
  }

  /** Returns whether it supports payments in the currency. */
  default boolean takes(Currency currency) {
    return true;
  }

  /**
   * Returns the methods that the provider saves with a payment on its page, as far as they are
   * known without a network call.
   *
   * @param amount zero for a setup
   */
  default Set<String> savable(Money amount) {
    PagesByPurpose pages = capabilities().accepts().pages();
    return (amount.isZero() ? pages.settingUp() : pages.saving()).possible();
  }

  /** Returns the limits of evidence for disputes; empty if the provider accepts none. */
  default Optional<EvidenceRules> evidence() {
    return Optional.empty();
  }

  /**
   * Sends a response to a dispute. The same response with the same reference is sent to the bank
   * once, however often this is called.
   */
  default DisputeReply respond(DisputeResponse response, Deadline deadline) {
    return new DisputeReply.Rejected("this provider accepts no response");
  }

  /** Returns whether a response to a dispute has arrived. */
  default DisputeReply inquire(DisputeResponse response, Deadline deadline) {
    return new DisputeReply.Unknown("this provider accepts no response");
  }

  /** Authorizes the amount. With automatic capture, also captures it. */
  Outcome authorize(AuthorizeRequest request, Deadline deadline);

  /**
   * Resumes an authorization that required an action of the payer, under its own reference, once
   * the payer has acted.
   */
  Outcome resume(ResumeRequest request, Deadline deadline);

  /**
   * Carries out an operation that follows an authorization, as {@link OperationKind} describes. A
   * connector declines a kind that its network does not support ({@link
   * ResponseCodes#INVALID_TRANSACTION}), so that a new kind requires no change to it.
   */
  Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline);

  /** Returns the outcome of an operation. */
  Inquiry inquire(InquiryRequest request, Deadline deadline);

  /**
   * Deletes a saved credential at the provider, so that it can no longer be charged. It can be
   * repeated.
   *
   * @return whether the provider has no such credential now
   */
  default boolean revoke(Credential.Saved credential, Deadline deadline) {
    return false;
  }

  /**
   * Verifies the sender of a request to this connector's webhook URL, and reads its subject,
   * without a network call. A network that sends no webhooks has no genuine ones.
   */
  default ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    return new ProviderWebhook.ProviderWebhookReading.Forged();
  }

  /**
   * Lists the provider's objects with Florin's references that were created since a time, one page
   * at a time. It changes nothing.
   *
   * @param after the cursor from the previous page; empty for the first page
   */
  default ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    return new ProviderListing.Unsupported();
  }

  /**
   * Reads what the provider reports about the money that it holds and pays out, one page at a time,
   * from the oldest. It changes nothing.
   *
   * @param since the time from which to read if there is no cursor yet
   * @param after the cursor of the previous page; empty for the first read
   */
  default SettlementListing listSettlements(
      Instant since, Optional<String> after, Deadline deadline) {
    return new SettlementListing.Unsupported();
  }
}
