package florin.payment.dispute;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Deadline;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.Content;
import florin.connector.DisputeResponse.DisputeReply;
import florin.core.ErrorCode;
import florin.core.Id.DisputeId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.dispute.Dispute;
import florin.dispute.Dispute.Response;
import florin.dispute.DisputeStore;
import florin.dispute.DisputeView;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.RecordKey;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import florin.payment.dispute.DisputeChanges.Changed;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The responses to disputes, each sent once. The decision to send is durable before the provider is
 * called, and no transaction is open during the call. If the outcome is unknown, recovery first
 * asks the provider whether it has the response, and only then sends the same response again, under
 * the same reference.
 */
public final class DisputeResponses {
  /** How long a request waits for the provider. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  /** How long recovery waits for the provider, which may have to store several megabytes. */
  private static final Duration LONG_PATIENCE = Duration.ofSeconds(60);

  /** How long a node owns a response: longer than a call and its commit. */
  private static final Duration LEASE = Duration.ofSeconds(90);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  /** The most responses that are in memory at the same time, because each has megabytes. */
  private static final int MAX_AT_ONCE = 4;

  private static final int MAX_TRIES = 16;

  private static final Logger LOG = LoggerFactory.getLogger(DisputeResponses.class);

  private final DisputeStore store;
  private final DisputeChanges changes;
  private final EvidenceDrafts drafts;
  private final Connectors connectors;
  private final Commits commits;
  private final IdSource ids;
  private final CrashPoint crashPoint;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);

  /** What commits a response. */
  public record Commits(
      GroupCommit commits, Idempotency idempotency, IdempotentCommand once, InstantSource clock) {}

  public DisputeResponses(
      DisputeStore store,
      DisputeChanges changes,
      EvidenceDrafts drafts,
      Connectors connectors,
      Commits commits,
      IdSource ids,
      CrashPoint crashPoint) {
    this.store = store;
    this.changes = changes;
    this.drafts = drafts;
    this.connectors = connectors;
    this.commits = commits;
    this.ids = ids;
    this.crashPoint = crashPoint;
  }

  /** Sends the draft of the evidence to the bank. It can be sent once. */
  public Result<Dispute> submit(Realm realm, DisputeId id, Origin origin) {
    return respond(realm, id, Response.Kind.EVIDENCE, origin);
  }

  /** Accepts the payer's claim, so that the payer keeps the money. */
  public Result<Dispute> accept(Realm realm, DisputeId id, Origin origin) {
    return respond(realm, id, Response.Kind.ACCEPTANCE, origin);
  }

  private Result<Dispute> respond(Realm realm, DisputeId id, Response.Kind kind, Origin origin) {
    crashPoint.at(Step.RECEIVED);
    Optional<Claim> claim = commits.idempotency().claim(realm, origin);
    for (int i = 0; i < MAX_TRIES; i++) {
      Optional<Result<Dispute>> replay = commits.once().findReplay(realm, origin);
      if (replay.isPresent()) {
        return replay.get();
      }
      Changed begun = begun(realm, id, kind, claim, origin);
      if (isCommitted(writesOf(begun, claim, origin))) {
        crashPoint.at(Step.BEGUN);
        return Result.now(carryOut(begun.dispute(), false, PATIENCE, Optional.of(origin)));
      }
      origin.beside().undone().run();
    }
    throw new IllegalStateException("a dispute is changed all the time");
  }

  private Changed begun(
      Realm realm, DisputeId id, Response.Kind kind, Optional<Claim> claim, Origin origin) {
    Instant now = commits.clock().instant();
    Dispute before = store.find(realm, id).orElseThrow(id::notFound);
    claim
        .filter(c -> commits.idempotency().find(c.key()).isPresent())
        .ifPresent(_ -> {
          throw inUse();
        });
    EvidenceDrafts.requireAwaited(before, now);
    if (connector(before).flatMap(Connector::evidence).isEmpty()) {
      throw new Problem.BadRequest(
              ErrorCode.EVIDENCE_NOT_ACCEPTED,
              "The provider of this payment accepts no response to disputes through its API. Respond in the provider's dashboard; nothing was sent.")
          .refusal();
    }
    if (kind == Response.Kind.EVIDENCE) {
      drafts.requireSendable(realm, id);
    }
    return changes.responding(
        before,
        new Response(
            ids.next(),
            kind,
            Response.Progress.SENDING,
            now,
            Optional.of(now.plus(LEASE)),
            0,
            claim.map(c -> c.key().id())),
        origin.cause(),
        now);
  }

  private static Refusal inUse() {
    return new Problem.Conflict(
            ErrorCode.IDEMPOTENCY_KEY_IN_USE,
            "The first request with this Idempotency-Key is still in progress. Repeat the request later; it is processed once.",
            Duration.ofSeconds(2))
        .refusal();
  }

  private List<Write> writesOf(Changed change, Optional<Claim> claim, Origin origin) {
    Instant now = commits.clock().instant();
    Dispute begun = change.dispute();
    var writes = new ArrayList<>(change.writes());
    if (begun.state().response().orElseThrow().kind() == Response.Kind.EVIDENCE) {
      writes.add(drafts.lock(begun.realm(), begun.id()));
    }
    claim.map(c -> Idempotency.take(c, begun.id().uuid(), now)).ifPresent(writes::add);
    writes.addAll(origin.beside().writes().apply(begun));
    return writes;
  }

  /**
   * Sends a response that is durable, and records the outcome.
   *
   * @param mayHaveArrived whether the provider is asked before anything is sent
   * @param origin the request that waits for the outcome
   */
  private Dispute carryOut(
      Dispute begun, boolean mayHaveArrived, Duration patience, Optional<Origin> origin) {
    DisputeReply reply = reply(begun, mayHaveArrived, patience);
    crashPoint.at(Step.CALLED);
    Dispute after = finish(begun, reply, origin.map(Origin::cause));
    crashPoint.at(Step.FINISHED);
    return after;
  }

  private DisputeReply reply(Dispute begun, boolean mayHaveArrived, Duration patience) {
    Optional<Connector> connector = connector(begun);
    if (connector.isEmpty() || !places.tryAcquire()) {
      return new DisputeReply.Unknown(
          "the connector is missing, or other responses are being sent");
    }
    try {
      Deadline deadline = Deadline.in(patience);
      DisputeResponse response = response(begun);
      if (mayHaveArrived) {
        DisputeReply found = connector.get().inquire(response, deadline);
        crashPoint.at(Step.INQUIRED);
        if (!(found instanceof DisputeReply.Absent)) {
          return found;
        }
      }
      return connector.get().respond(response, deadline);
    } finally {
      places.release();
    }
  }

  private Optional<Connector> connector(Dispute dispute) {
    return connectors.find(dispute.realm(), dispute.connector());
  }

  private DisputeResponse response(Dispute begun) {
    Response response = begun.state().response().orElseThrow();
    Content content =
        switch (response.kind()) {
          case EVIDENCE -> drafts.read(begun.realm(), begun.id());
          case ACCEPTANCE -> new DisputeResponse.Acceptance();
        };
    return new DisputeResponse(begun.realm(), "dpr_" + response.id(), begun.reported(), content);
  }

  /** Records the outcome. Another process may have changed the dispute in the meantime. */
  private Dispute finish(Dispute begun, DisputeReply reply, Optional<Cause> cause) {
    Response response = begun.state().response().orElseThrow();
    for (int i = 0; i < MAX_TRIES; i++) {
      Instant now = commits.clock().instant();
      Dispute current = store.find(begun.realm(), begun.id()).orElseThrow();
      Optional<Response> ours =
          current.state().response().filter(it -> it.id().equals(response.id()) && it.isSending());
      if (ours.isEmpty()) {
        return current;
      }
      Changed changed =
          switch (reply) {
            case DisputeReply.Arrived(var report) ->
                changes.responded(current, ours.get().sent(), Optional.of(report), cause, now);
            case DisputeReply.Rejected(String detail, var report) -> {
              LOG.error("{}: the provider rejected the response: {}", current.id(), detail);
              yield changes.responded(current, ours.get().failed(), report, cause, now);
            }
            case DisputeReply.Absent(var _) -> later(current, ours.get(), "it is absent", now);
            case DisputeReply.Unknown(String detail) -> later(current, ours.get(), detail, now);
          };
      var writes = new ArrayList<>(changed.writes());
      ours.get()
          .answer()
          .map(slot ->
              Idempotency.answer(
                  new RecordKey(begun.realm(), slot),
                  begun.id().uuid(),
                  ResultView.kept(DisputeView.of(changed.dispute()))))
          .filter(_ -> cause.isPresent() || !changed.dispute().isResponding())
          .ifPresent(writes::add);
      if (isCommitted(writes)) {
        return changed.dispute();
      }
    }
    throw new IllegalStateException(begun.id() + " is changed all the time");
  }

  private Changed later(Dispute dispute, Response response, String detail, Instant now) {
    LOG.warn("{}: it is unknown whether the response was sent: {}", dispute.id(), detail);
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(response.tries(), 10));
    Duration bounded = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    return changes.postponed(dispute, response.due(now.plus(bounded)));
  }

  /** Returns when the next response of a realm is due to be asked about. */
  Optional<Instant> findNextDue(Realm realm) {
    return store.findNextResponding(realm);
  }

  /** Finds the outcome of responses that are due. Returns whether there may be more. */
  public boolean recover() {
    Instant now = commits.clock().instant();
    List<Dispute> due = store.listResponding(now, MAX_AT_ONCE);
    for (Dispute dispute : due) {
      Response response = dispute.state().response().orElseThrow();
      Changed taken = changes.postponed(dispute, response.due(now.plus(LEASE)));
      if (isCommitted(taken.writes())) {
        crashPoint.at(Step.TAKEN);
        var _ = carryOut(taken.dispute(), true, LONG_PATIENCE, Optional.empty());
      }
    }
    return due.size() == MAX_AT_ONCE;
  }

  private boolean isCommitted(List<Write> writes) {
    return switch (commits.commits().commit(new Changeset(writes))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a response: " + rejected);
    };
  }
}
