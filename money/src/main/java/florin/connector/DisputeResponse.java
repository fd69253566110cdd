package florin.connector;

import florin.core.Realm;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A merchant's response to a dispute, for its provider.
 *
 * @param reference Florin's reference, which stays the same however often it is sent
 * @param dispute as the provider last reported it; it has the provider's id
 */
public record DisputeResponse(
    Realm realm, String reference, ProviderDispute dispute, Content content) {
  /** What the merchant responds. */
  public sealed interface Content {}

  /**
   * Evidence against the payer's claim.
   *
   * @param texts by their names at Stripe
   */
  public record Evidence(Map<String, String> texts, List<EvidenceUpload> files) implements Content {
    public Evidence {
      texts = Map.copyOf(texts);
      files = List.copyOf(files);
    }

    /** Returns only its kind, because the rest is data of the payer. */
    @Override
    public String toString() {
      return "Evidence";
    }
  }

  /**
   * A file of evidence. The content is not copied.
   *
   * @param kind its name at Stripe
   */
  @SuppressWarnings("ArrayRecordComponent") // it is only passed on
  public record EvidenceUpload(String kind, String name, String mediaType, byte[] content) {}

  /** The merchant accepts the payer's claim, so that the payer keeps the money. */
  public record Acceptance() implements Content {}

  /** A provider's reply to a response, or to the question whether it has arrived. */
  public sealed interface DisputeReply {
    /** The provider has the response. */
    record Arrived(ProviderDispute dispute) implements DisputeReply {}

    /** The provider does not have the response, and may still receive it. */
    record Absent(ProviderDispute dispute) implements DisputeReply {}

    /**
     * The provider rejects the response. Nothing was done.
     *
     * @param detail for the log
     * @param dispute as the provider reports it now; empty if it doesn't
     */
    record Rejected(String detail, Optional<ProviderDispute> dispute) implements DisputeReply {
      public Rejected(String detail) {
        this(detail, Optional.empty());
      }
    }

    /**
     * The provider may or may not have the response.
     *
     * @param detail for the log
     */
    record Unknown(String detail) implements DisputeReply {}
  }
}
