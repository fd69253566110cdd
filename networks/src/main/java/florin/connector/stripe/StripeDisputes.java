package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.DisputeReply;
import florin.connector.DisputeResponse.EvidenceUpload;
import florin.connector.ProviderDispute;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.core.Currency;
import florin.core.Money;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The responses to Stripe's disputes. Each carries Florin's reference in the dispute's metadata, so
 * that an inquiry can tell Florin's response from one that a person made in Stripe's dashboard. It
 * is also the idempotency key, so that Stripe submits the same response once.
 */
final class StripeDisputes {
  /** The field of a dispute's metadata with the reference. */
  static final String REFERENCE = "florin-response";

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
      RemoteAnswer<StripeError> uploaded =
          files.send(StripeRequests.file(file, response.reference()), deadline);
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
        response,
        line.send(
            StripeRequests.submit(id(response), evidence, ids, response.reference()), deadline));
  }

  /** Closing a dispute can carry no metadata, so the reference is written before. */
  private DisputeReply accept(DisputeResponse response, Deadline deadline) {
    RemoteAnswer<StripeError> marked =
        line.send(StripeRequests.mark(id(response), response.reference()), deadline);
    return marked instanceof RemoteAnswer.Done
        ? reply(
            response,
            line.send(StripeRequests.closeDispute(id(response), response.reference()), deadline))
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
    RemoteAnswer<StripeError> answer = line.send(StripeRequests.dispute(id(response)), deadline);
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
        : new DisputeReply.Rejected("the dispute was answered or decided at Stripe");
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
