package florin.connector.simulator;

import florin.connector.ResponseCodes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How an operation stands, now and later: in this state, and from a moment on, where one is set, in
 * another. So the truth at any time is told by the row alone, on every node and after every
 * restart.
 *
 * @param code the network's response code, the verdict's; empty when no issuer was asked (a failed
 *     authentication, a challenge)
 */
record Standing(OperationState state, Optional<LaterState> later, Optional<String> code) {
  static final Duration VERDICT_AFTER = Duration.ofSeconds(2);
  static final Duration APPROVAL_AFTER_REVERSAL = Duration.ofSeconds(1);

  record LaterState(Instant at, OperationState state) {}

  /** How an operation that goes this course stands when it is taken in. */
  static Standing of(Course course, Instant now) {
    OperationState verdict = verdict(course.code());
    Optional<String> code = Optional.of(course.code());
    return switch (course.timing()) {
      case AT_ONCE -> new Standing(verdict, Optional.empty(), code);
      case AFTER_PENDING -> new Standing(OperationState.PENDING, soon(now, verdict), code);
      case AFTER_APPROVAL -> new Standing(OperationState.APPROVED, soon(now, verdict), code);
      case LATE -> new Standing(OperationState.IN_FLIGHT, soon(now, verdict), code);
      case AFTER_REVERSAL -> new Standing(OperationState.IN_FLIGHT, Optional.empty(), code);
      case NEVER -> throw new IllegalArgumentException("what never arrives is not booked");
    };
  }

  static Standing answered(String code) {
    return new Standing(verdict(code), Optional.empty(), Optional.of(code));
  }

  static Standing requiresAction() {
    return new Standing(OperationState.REQUIRES_ACTION, Optional.empty(), Optional.empty());
  }

  static Standing authenticationFailed() {
    return new Standing(OperationState.DECLINED, Optional.empty(), Optional.empty());
  }

  OperationState at(Instant now) {
    return later.filter(change -> !now.isBefore(change.at())).map(LaterState::state).orElse(state);
  }

  boolean canBeApproved() {
    return code.filter(ResponseCodes::isApproval).isPresent();
  }

  /**
   * What was under way without a moment set arrives a moment after the reversal that gave it up.
   */
  Standing afterReversal(Instant now) {
    if (state != OperationState.IN_FLIGHT || later.isPresent()) {
      return this;
    }
    var arrival = new LaterState(now.plus(APPROVAL_AFTER_REVERSAL), OperationState.APPROVED);
    return new Standing(state, Optional.of(arrival), code);
  }

  private static Optional<LaterState> soon(Instant now, OperationState verdict) {
    return Optional.of(new LaterState(now.plus(VERDICT_AFTER), verdict));
  }

  private static OperationState verdict(String code) {
    return ResponseCodes.isApproval(code) ? OperationState.APPROVED : OperationState.DECLINED;
  }
}
