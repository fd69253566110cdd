package florin.connector;

import florin.connector.Connector.ProviderListing;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.DisputeResponse.DisputeReply;
import florin.connector.Inquiry.InquiryRequest;
import florin.core.Currency;
import florin.core.Money;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway to any connector, which makes it safe to call. An exception that escapes from it, and
 * a response after the deadline, become `Unknown` (for an inquiry, `Unreachable`). An exception
 * says nothing about what the network did. When a late response comes, the caller may already have
 * begun to undo.
 *
 * <p>A provider may fail, so a {@link ProviderCircuit} blocks new operations after failures. It
 * blocks neither inquiries, nor a payer who has returned. The gateway also carries the {@link
 * CallLimiter}, which the engine enters before it begins an operation.
 *
 * <p>It does not interrupt a connector that doesn't return. Each connector must keep the deadline
 * itself, which the suite `ConnectorContract` tests. A watchdog thread per call would cost every
 * payment, for the sake of a bug.
 */
public final class SafeConnector implements Connector {
  private static final Logger LOG = LoggerFactory.getLogger(SafeConnector.class);

  private final Connector inner;
  private final Optional<Guard> guard;

  /** The protection from a failing provider, with the exchanges that it has seen. */
  private record Guard(Exchanges exchanges, ProviderCircuit circuit, CallLimiter room) {}

  private SafeConnector(Connector inner, Optional<Guard> guard) {
    this.inner = inner;
    this.guard = guard;
  }

  /** Creates the gateway to a connector that calls no provider. */
  public SafeConnector(Connector inner) {
    this(inner, Optional.empty());
  }

  /**
   * Returns the gateway to a provider's connector.
   *
   * @param exchanges its exchanges
   */
  public static SafeConnector guarded(
      Connector inner, Exchanges exchanges, ProviderCircuit circuit, CallLimiter room) {
    return new SafeConnector(inner, Optional.of(new Guard(exchanges, circuit, room)));
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
  public CallLimiter room() {
    return guard.map(Guard::room).orElse(CallLimiter.UNBOUNDED);
  }

  /** Returns whether the provider's failures block new operations; false without a provider. */
  public boolean isCircuitOpen() {
    return guard.filter(known -> known.circuit().isOpen()).isPresent();
  }

  @Override
  public boolean isKeyRefused() {
    return inner.isKeyRefused();
  }

  @Override
  public boolean takes(OperationKind operation) {
    return inner.takes(operation);
  }

  @Override
  public boolean takes(Currency currency) {
    return inner.takes(currency);
  }

  @Override
  public Set<String> savable(Money amount) {
    return inner.savable(amount);
  }

  @Override
  public Optional<EvidenceRules> evidence() {
    return inner.evidence();
  }

  @Override
  public DisputeReply respond(DisputeResponse response, Deadline deadline) {
    return reply(response, () -> inner.respond(response, deadline));
  }

  @Override
  public DisputeReply inquire(DisputeResponse response, Deadline deadline) {
    return reply(response, () -> inner.inquire(response, deadline));
  }

  private DisputeReply reply(DisputeResponse response, Supplier<DisputeReply> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      LOG.warn("{}: the response {} failed", id(), response.reference(), e);
      return new DisputeReply.Unknown(e.toString());
    }
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    return guarded(
        OperationKind.AUTHORIZE,
        request.reference(),
        deadline,
        () -> inner.authorize(request, deadline));
  }

  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    var reference = request.authorize().reference();
    return outcome("resume", reference, deadline, () -> inner.resume(request, deadline));
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    return guarded(
        operation,
        request.reference(),
        deadline,
        () -> inner.followUp(operation, request, deadline));
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    try {
      Inquiry inquiry = inner.inquire(request, deadline);
      if (inquiry instanceof Inquiry.Unreachable(String detail)) {
        LOG.info("{}: could not be asked about {}: {}", id(), request.reference(), detail);
      }
      return deadline.hasPassed() ? new Inquiry.Unreachable("late: " + name(inquiry)) : inquiry;
    } catch (RuntimeException e) {
      LOG.warn("{}: inquire {} failed", id(), request.reference(), e);
      return new Inquiry.Unreachable(e.toString());
    }
  }

  @Override
  public boolean revoke(Credential.Saved credential, Deadline deadline) {
    try {
      return inner.revoke(credential, deadline);
    } catch (RuntimeException e) {
      LOG.warn("{}: a saved credential could not be revoked", id(), e);
      return false;
    }
  }

  @Override
  public ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    try {
      return inner.read(request);
    } catch (RuntimeException e) {
      LOG.warn("{}: a webhook could not be read", id(), e);
      return new ProviderWebhook.ProviderWebhookReading.Unreadable();
    }
  }

  @Override
  public ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    try {
      return inner.list(since, after, deadline);
    } catch (RuntimeException e) {
      LOG.warn("{}: what is there could not be listed", id(), e);
      return new ProviderListing.Unanswered(e.toString());
    }
  }

  @Override
  public SettlementListing listSettlements(
      Instant since, Optional<String> after, Deadline deadline) {
    try {
      return inner.listSettlements(since, after, deadline);
    } catch (RuntimeException e) {
      LOG.warn("{}: its settlements could not be read", id(), e);
      return new SettlementListing.Unanswered(e.toString());
    }
  }

  private Outcome guarded(
      OperationKind operation, OperationRef reference, Deadline deadline, Supplier<Outcome> call) {
    if (guard.isEmpty()) {
      return outcome(operation.text(), reference, deadline, call);
    }
    if (!guard.get().circuit().tryEnter()) {
      return unasked(guard.get().exchanges(), operation, reference);
    }
    boolean failed = true;
    try {
      Outcome outcome = outcome(operation.text(), reference, deadline, call);
      failed = outcome instanceof Outcome.Unknown || outcome instanceof Outcome.NotSent;
      return outcome;
    } finally {
      tell(guard.get().circuit(), failed);
    }
  }

  /**
   * Returns the outcome of a call that was not made. An earlier message under the reference may
   * have been carried out, and a process that was paused may still send one. So the operation
   * counts as not sent only if its reference could be closed.
   */
  private Outcome unasked(Exchanges exchanges, OperationKind operation, OperationRef reference) {
    try {
      if (exchanges.close(reference, operation, 0)) {
        return new Outcome.NotSent();
      }
    } catch (RuntimeException e) {
      LOG.warn("{}: {} could not be closed", id(), reference, e);
    }
    return new Outcome.Unknown("its provider fails, so it gets no requests for a while");
  }

  private void tell(ProviderCircuit circuit, boolean failed) {
    if (!failed && circuit.succeeded()) {
      LOG.info("{} responds again", id());
    } else if (failed && circuit.failed()) {
      LOG.warn(
          "{} has failed {} times in a row: it gets no new requests for a while",
          id(),
          ProviderCircuit.FAILURES);
    }
  }

  private Outcome outcome(
      String operation, OperationRef reference, Deadline deadline, Supplier<Outcome> call) {
    try {
      Outcome outcome = call.get();
      if (deadline.hasPassed() && !(outcome instanceof Outcome.Unknown)) {
        LOG.warn("{}: {} {} answered too late", id(), operation, reference);
        return new Outcome.Unknown("late: " + name(outcome));
      }
      if (outcome instanceof Outcome.Unknown(String detail)) {
        LOG.info("{}: the outcome of {} {} is unknown: {}", id(), operation, reference, detail);
      }
      return outcome;
    } catch (RuntimeException e) {
      LOG.warn("{}: {} {} failed, so its outcome is unknown", id(), operation, reference, e);
      return new Outcome.Unknown(e.toString());
    }
  }

  private static String name(Object answer) {
    return answer.getClass().getSimpleName();
  }
}
