package florin.dispute;

import static florin.dispute.Dispute.Status.ACCEPTED;
import static florin.dispute.Dispute.Status.EXPIRED;
import static florin.dispute.Dispute.Status.INQUIRY;
import static florin.dispute.Dispute.Status.LOST;
import static florin.dispute.Dispute.Status.NEEDS_RESPONSE;
import static florin.dispute.Dispute.Status.PREVENTED;
import static florin.dispute.Dispute.Status.SECOND_ROUND;
import static florin.dispute.Dispute.Status.SUBMITTED;
import static florin.dispute.Dispute.Status.UNDER_REVIEW;
import static florin.dispute.Dispute.Status.WON;

import florin.connector.ConnectorName;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.dispute.Dispute.Response;
import florin.dispute.Dispute.State;
import florin.dispute.Dispute.Status;
import florin.event.EventType;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The moves of a dispute, for all providers. All methods are pure.
 *
 * <p>A provider's report has its present state. Reports may be doubled, late, or in another order,
 * so a move that no provider can make is a report from before, and is ignored.
 */
public final class DisputeMachine {
  /** The statuses that each status can move to. */
  static final Map<Status, Set<Status>> MOVES = moves();

  private DisputeMachine() {}

  private static Map<Status, Set<Status>> moves() {
    var moves = new EnumMap<Status, Set<Status>>(Status.class);
    moves.put(
        INQUIRY,
        EnumSet.of(
            NEEDS_RESPONSE, SUBMITTED, UNDER_REVIEW, WON, LOST, ACCEPTED, EXPIRED, PREVENTED));
    moves.put(
        NEEDS_RESPONSE,
        EnumSet.of(SUBMITTED, UNDER_REVIEW, SECOND_ROUND, WON, LOST, ACCEPTED, EXPIRED, PREVENTED));
    moves.put(
        SUBMITTED, EnumSet.of(UNDER_REVIEW, SECOND_ROUND, WON, LOST, ACCEPTED, EXPIRED, PREVENTED));
    moves.put(UNDER_REVIEW, EnumSet.of(SECOND_ROUND, WON, LOST, ACCEPTED, EXPIRED, PREVENTED));
    moves.put(SECOND_ROUND, EnumSet.of(WON, LOST, ACCEPTED, EXPIRED));
    // A decision can be appealed, and a late reversal changes it.
    moves.put(WON, EnumSet.of(SECOND_ROUND, LOST));
    moves.put(LOST, EnumSet.of(SECOND_ROUND, WON));
    moves.put(ACCEPTED, EnumSet.of(WON));
    moves.put(EXPIRED, EnumSet.of(SECOND_ROUND, WON));
    // The bank may take the money after an inquiry was closed.
    moves.put(PREVENTED, EnumSet.of(NEEDS_RESPONSE, UNDER_REVIEW, LOST, EXPIRED));
    return moves;
  }

  /**
   * A decision, with the events that announce it.
   *
   * @param events in order; the last one has the dispute's sequence
   */
  public record DisputeMove(Dispute dispute, List<EventType> events) {
    public DisputeMove {
      events = List.copyOf(events);
    }

    /** Returns whether the dispute is new. */
    public boolean isNew() {
      return dispute.state().version() == 1;
    }
  }

  /** Records a dispute that is new to Florin. It may be decided already. */
  static DisputeMove opened(
      Realm realm,
      DisputeId id,
      PaymentId payment,
      ConnectorName connector,
      ProviderDispute report,
      Instant now) {
    Status status = status(report);
    List<EventType> events =
        status.isClosed()
            ? List.of(EventType.DISPUTE_CREATED, EventType.DISPUTE_CLOSED)
            : List.of(EventType.DISPUTE_CREATED);
    var state =
        new State(
            1,
            events.size(),
            status,
            report.status(),
            report.amount(),
            report.reason(),
            report.detail().networkReasonCode(),
            report.dueBy(),
            now,
            Optional.of(now).filter(_ -> status.isClosed()),
            Dispute.nextInquiry(connector, now, now),
            Optional.empty());
    return new DisputeMove(
        new Dispute(realm, id, payment, connector, report.id().orElseThrow(), now, state), events);
  }

  /** Applies a provider's report. Returns empty if it changes nothing, or is from before. */
  static Optional<DisputeMove> reported(Dispute dispute, ProviderDispute report, Instant now) {
    Status before = dispute.status();
    Status said = status(report);
    // A provider reports a dispute that the merchant accepts as lost.
    Status reported = said == LOST && dispute.isAccepting() ? ACCEPTED : said;
    boolean isSame = before == reported || (before.isLost() && reported.isLost());
    if (!isSame && !canMove(dispute, report.status(), reported)) {
      return Optional.empty();
    }
    return moved(dispute, isSame ? before : reported, report, now);
  }

  /**
   * Returns whether a provider can move the dispute to a status. An inquiry may become a dispute
   * after the merchant has responded to it.
   */
  private static boolean canMove(Dispute dispute, DisputeStatus reported, Status to) {
    boolean isEscalated = dispute.isInquiry() && reported.isHeld();
    return MOVES.getOrDefault(dispute.status(), Set.of()).contains(to)
        || (isEscalated && to == NEEDS_RESPONSE);
  }

  private static Optional<DisputeMove> moved(
      Dispute dispute, Status to, ProviderDispute report, Instant now) {
    State before = dispute.state();
    Optional<Instant> closed =
        to.isClosed()
            ? (to == before.status() ? before.closed() : Optional.of(now))
            : Optional.empty();
    var after =
        new State(
            before.version() + 1,
            before.sequence() + 1,
            to,
            report.status(),
            report.amount().or(before::amount),
            report.reason(),
            report.detail().networkReasonCode().or(before::networkReasonCode),
            report.dueBy(),
            now,
            closed,
            Dispute.nextInquiry(dispute.connector(), now, now),
            before.response());
    return before.isSame(after)
        ? Optional.empty()
        : Optional.of(move(before.status(), dispute.with(after)));
  }

  private static DisputeMove move(Status before, Dispute after) {
    boolean isDecided = after.status().isClosed() && after.status() != before;
    return new DisputeMove(
        after, List.of(isDecided ? EventType.DISPUTE_CLOSED : EventType.DISPUTE_UPDATED));
  }

  /** Records a response that is about to be sent. */
  static DisputeMove responding(Dispute dispute, Response response, Instant now) {
    return new DisputeMove(
        dispute.with(dispute.state().with(response).raised(1, now)),
        List.of(EventType.DISPUTE_UPDATED));
  }

  /**
   * Records the outcome of a response.
   *
   * @param report the provider's; empty if it has none
   */
  static DisputeMove responded(
      Dispute dispute, Response response, Optional<ProviderDispute> report, Instant now) {
    Dispute ended = dispute.with(dispute.state().with(response).withoutAcceptance());
    Dispute after =
        report
            .flatMap(it -> reported(ended, it, now))
            .map(DisputeMove::dispute)
            .orElseGet(() -> ended.with(ended.state().raised(1, now)));
    return move(dispute.status(), after);
  }

  /** Postpones the question whether the provider has a response. That is no event. */
  static Dispute postponed(Dispute dispute, Response response) {
    return dispute.with(dispute.state().with(response).raised(0, dispute.state().updated()));
  }

  /** Records that the provider is asked about the dispute. That is no event. */
  static Dispute inquired(Dispute dispute, Instant now) {
    Instant updated = dispute.state().updated();
    return dispute.with(
        dispute
            .state()
            .inquiring(Dispute.nextInquiry(dispute.connector(), updated, now))
            .raised(0, updated));
  }

  /** Returns the status that a report gives. */
  private static Status status(ProviderDispute report) {
    boolean isAnswered = report.detail().submissions() > 0;
    return switch (report.status()) {
      case WARNING_NEEDS_RESPONSE -> isAnswered ? SUBMITTED : INQUIRY;
      case NEEDS_RESPONSE -> isAnswered ? SUBMITTED : NEEDS_RESPONSE;
      case WARNING_UNDER_REVIEW, UNDER_REVIEW -> UNDER_REVIEW;
      case APPEAL_NEEDS_RESPONSE, APPEAL_UNDER_REVIEW -> SECOND_ROUND;
      case WON -> WON;
      case LOST -> report.detail().isExpired() ? EXPIRED : LOST;
      case WARNING_CLOSED, PREVENTED -> PREVENTED;
    };
  }
}
