package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.DisputeReply;
import florin.connector.DisputeResponse.EvidenceUpload;
import florin.connector.ProviderDispute;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import florin.core.Currency;
import florin.core.Money;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The responses to Stripe's disputes. Each carries Florin's reference in the dispute's metadata, so
 * that an inquiry can tell Florin's response from one that a person made in Stripe's dashboard. It
 * is also the idempotency key, so that Stripe submits the same response once.
 *
 * <p>Files are sent as they are, not merged: Stripe assigns each to a question of the bank by its
 * kind, and merges them itself.
 */
final class StripeDisputes {
  /** The field of a dispute's metadata with the reference. */
  static final String REFERENCE = "florin-response";

  private static final String DISPUTES = "/v1/disputes";

  private final RemoteLine<StripeError> line;
  private final RemoteLine<StripeError> files;

  /**
   * Creates the responses.
   *
   * @param files the connection to the host that takes files
   */
  StripeDisputes(RemoteLine<StripeError> line, RemoteLine<StripeError> files) {
    this.line = line;
    this.files = files;
  }

  DisputeReply respond(DisputeResponse response, Deadline deadline) {
    return switch (response.content()) {
      case DisputeResponse.Acceptance() -> accept(response, deadline);
      case DisputeResponse.Evidence evidence -> submit(response, evidence, deadline);
    };
  }

  private DisputeReply submit(
      DisputeResponse response, DisputeResponse.Evidence evidence, Deadline deadline) {
    var ids = new LinkedHashMap<String, String>();
    for (EvidenceUpload file : evidence.files()) {
      RemoteAnswer<StripeError> uploaded = files.send(file(file, response.reference()), deadline);
      if (!(uploaded instanceof RemoteAnswer.Done(RemoteObject made))) {
        return notSent(uploaded);
      }
      Optional<String> id = made.id("id");
      if (id.isEmpty()) {
        return new DisputeReply.Unknown("an uploaded file without an id");
      }
      ids.put(file.kind(), id.get());
    }
    return reply(
        response, line.send(submit(id(response), evidence, ids, response.reference()), deadline));
  }

  /** Closing a dispute can carry no metadata, so the reference is written before. */
  private DisputeReply accept(DisputeResponse response, Deadline deadline) {
    RemoteAnswer<StripeError> marked =
        line.send(mark(id(response), response.reference()), deadline);
    return marked instanceof RemoteAnswer.Done
        ? reply(response, line.send(closeDispute(id(response), response.reference()), deadline))
        : notSent(marked);
  }

  /** Returns the reply to a request before the response itself, which was therefore not sent. */
  private static DisputeReply notSent(RemoteAnswer<StripeError> answer) {
    return answer instanceof RemoteAnswer.Refused(StripeError error, _)
        ? new DisputeReply.Rejected(error.toString())
        : new DisputeReply.Unknown("not sent: " + answer);
  }

  /** A rejection after a lost try may mean that the try has arrived, so recovery asks. */
  private static DisputeReply reply(DisputeResponse response, RemoteAnswer<StripeError> answer) {
    return switch (answer) {
      case RemoteAnswer.Done(RemoteObject dispute) ->
          new DisputeReply.Arrived(read(response, dispute));
      case RemoteAnswer.Refused(StripeError error, boolean isAfterLost)
          when !isAfterLost && !error.equals(StripeError.KEPT) ->
          new DisputeReply.Rejected(error.toString());
      case RemoteAnswer.Refused<StripeError> _,
          RemoteAnswer.NotSent<StripeError> _,
          RemoteAnswer.KeyRefused<StripeError> _,
          RemoteAnswer.Lost<StripeError> _ ->
          new DisputeReply.Unknown(answer.toString());
    };
  }

  /** Returns whether Stripe has the response. */
  DisputeReply inquire(DisputeResponse response, Deadline deadline) {
    RemoteAnswer<StripeError> answer = line.send(dispute(id(response)), deadline);
    if (!(answer instanceof RemoteAnswer.Done(RemoteObject found))) {
      return new DisputeReply.Unknown(answer.toString());
    }
    ProviderDispute dispute = read(response, found);
    boolean isOurs = found.text("metadata", REFERENCE).equals(Optional.of(response.reference()));
    boolean hasArrived =
        isOurs
            && switch (response.content()) {
              case DisputeResponse.Acceptance() -> dispute.isLost();
              case DisputeResponse.Evidence _ -> dispute.detail().submissions() > 0;
            };
    if (hasArrived) {
      return new DisputeReply.Arrived(dispute);
    }
    return dispute.mustRespond()
        ? new DisputeReply.Absent(dispute)
        : new DisputeReply.Rejected(
            "the dispute was answered or decided at Stripe", Optional.of(dispute));
  }

  private static String id(DisputeResponse response) {
    return response.dispute().id().orElseThrow();
  }

  private static ProviderDispute read(DisputeResponse response, RemoteObject found) {
    Optional<Currency> currency =
        response
            .dispute()
            .amount()
            .or(() -> StripeSession.money("amount", found))
            .map(Money::currency);
    return StripeDetails.dispute(found, currency.orElseGet(() -> Currency.get("usd")));
  }

  static RemoteRequest disputes(String intent) {
    return StripeForm.get(
        DISPUTES,
        StripeForm.EMPTY.with("payment_intent", intent).with("limit", StripeRequests.PAGE));
  }

  /** Returns the request for the disputes since a time, the newest first, with their payments. */
  static RemoteRequest disputesSince(Instant since, int limit, Optional<String> after) {
    return StripeForm.get(
        DISPUTES,
        StripeForm.EMPTY
            .with("created[gte]", since.getEpochSecond())
            .with("limit", limit)
            .with("starting_after", after)
            .with("expand[0]", "data.charge")
            .with("expand[1]", "data.payment_intent"));
  }

  static RemoteRequest dispute(String id) {
    return StripeForm.get(DISPUTES + "/" + StripeRequests.name(id), StripeForm.EMPTY);
  }

  /**
   * Returns the request that submits evidence. It is equal for the same response whenever it is
   * sent.
   *
   * @param files the ids of uploaded files, by kind
   */
  static RemoteRequest submit(
      String dispute,
      DisputeResponse.Evidence evidence,
      Map<String, String> files,
      String reference) {
    StripeForm form = StripeForm.EMPTY;
    for (var field : fields(evidence, files).entrySet()) {
      form = form.with("evidence[" + field.getKey() + "]", field.getValue());
    }
    return StripeForm.post(
        DISPUTES + "/" + StripeRequests.name(dispute),
        form.with("metadata[" + REFERENCE + "]", reference).with("submit", "true"),
        reference + ":submit");
  }

  /**
   * Returns the request that writes Florin's reference into a dispute. Without {@code submit},
   * Stripe would submit evidence that a person has prepared in its dashboard.
   */
  static RemoteRequest mark(String dispute, String reference) {
    return StripeForm.post(
        DISPUTES + "/" + StripeRequests.name(dispute),
        StripeForm.EMPTY.with("metadata[" + REFERENCE + "]", reference).with("submit", "false"),
        reference + ":mark");
  }

  /** Returns the request that accepts a dispute. */
  static RemoteRequest closeDispute(String dispute, String reference) {
    return StripeForm.post(
        DISPUTES + "/" + StripeRequests.name(dispute) + "/close",
        StripeForm.EMPTY,
        reference + ":close");
  }

  /** Returns the request that uploads a file. The boundary is in no PDF or image by chance. */
  static RemoteRequest file(EvidenceUpload file, String reference) {
    String boundary = "florin-" + reference;
    String body =
        """
        --%1$s\r
        Content-Disposition: form-data; name="purpose"\r
        \r
        dispute_evidence\r
        --%1$s\r
        Content-Disposition: form-data; name="file"; filename="%2$s"\r
        Content-Type: %3$s\r
        \r
        %4$s\r
        --%1$s--\r
        """
            .formatted(
                boundary,
                file.kind() + "." + file.mediaType().substring(file.mediaType().indexOf('/') + 1),
                file.mediaType(),
                new String(file.content(), StandardCharsets.ISO_8859_1));
    return new RemoteRequest(
        "POST",
        "/v1/files",
        Optional.of(
            new RemoteContent(
                "multipart/form-data; boundary=" + boundary, body, StandardCharsets.ISO_8859_1)),
        Optional.of(reference + ":" + file.kind()));
  }

  /** Returns the fields of a submission: texts and the ids of files, by Stripe's names. */
  static Map<String, String> fields(DisputeResponse.Evidence evidence, Map<String, String> files) {
    var fields = new LinkedHashMap<String, String>();
    evidence.texts().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(text -> fields.put(text.getKey(), text.getValue()));
    fields.putAll(files);
    return fields;
  }
}
