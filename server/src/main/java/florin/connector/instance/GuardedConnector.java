package florin.connector.instance;

import florin.connector.AuthorizeRequest;
import florin.connector.CallRoom;
import florin.connector.Capabilities;
import florin.connector.Connector;
import florin.connector.Connector.ProviderListing;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderWebhook;
import florin.connector.ResumeRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connector behind a {@link ProviderCircuit} and a limit on concurrent calls, because its
 * provider may fail. Neither blocks inquiries, or a payer who has returned.
 */
final class GuardedConnector implements Connector {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedConnector.class);

  private final Connector inner;
  private final Exchanges exchanges;
  private final ProviderCircuit circuit;
  private final CallRoom room;

  GuardedConnector(Connector inner, Exchanges exchanges, ProviderCircuit circuit, CallRoom room) {
    this.inner = inner;
    this.exchanges = exchanges;
    this.circuit = circuit;
    this.room = room;
  }

  @Override
  public String id() {
    return inner.id();
  }

  @Override
  public String kind() {
    return inner.kind();
  }

  @Override
  public Capabilities capabilities() {
    return inner.capabilities();
  }

  @Override
  public CallRoom room() {
    return room;
  }

  @Override
  public boolean takes(OperationKind operation) {
    return inner.takes(operation);
  }

  @Override
  public boolean isKeyRefused() {
    return inner.isKeyRefused();
  }

  boolean isCircuitOpen() {
    return circuit.isOpen();
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    return guarded(request.reference(), () -> inner.authorize(request, deadline));
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    return guarded(request.reference(), () -> inner.followUp(operation, request, deadline));
  }

  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    return inner.resume(request, deadline);
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    return inner.inquire(request, deadline);
  }

  @Override
  public ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    return inner.read(request);
  }

  @Override
  public ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    return inner.list(since, after, deadline);
  }

  private Outcome guarded(OperationRef reference, Supplier<Outcome> call) {
    if (!circuit.tryEnter()) {
      return unasked(reference);
    }
    boolean failed = true;
    try {
      Outcome outcome = call.get();
      failed = outcome instanceof Outcome.Unknown || outcome instanceof Outcome.NotSent;
      return outcome;
    } finally {
      tell(failed);
    }
  }

  /**
   * Returns the outcome of a call that was not made. An earlier message under the reference may
   * have been carried out.
   */
  private Outcome unasked(OperationRef reference) {
    return exchanges.list(reference).isEmpty()
        ? new Outcome.NotSent()
        : new Outcome.Unknown("its provider fails, so it gets no requests for a while");
  }

  private void tell(boolean failed) {
    if (!failed && circuit.succeeded()) {
      LOG.info("{} responds again", id());
    } else if (failed && circuit.failed()) {
      LOG.warn(
          "{} has failed {} times in a row: it gets no new requests for a while",
          id(),
          ProviderCircuit.FAILURES);
    }
  }
}
