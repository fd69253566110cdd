package florin.connector.simulator;

import florin.connector.ResponseCodes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of an operation, now and later. If a later moment is set, another state applies from
 * then on. So the row alone determines the state at any time, on each node and after each restart.
 *
 * @param code the network's response code, which belongs to the verdict; empty if no issuer was
 *     asked (a failed authentication, a challenge)
 */
record Standing(OperationState state, Optional<LaterState> later, Optional<String> code) {
  static final Duration VERDICT_AFTER = Duration.ofSeconds(2);
  static final Duration APPROVAL_AFTER_REVERSAL = Duration.ofSeconds(1);

  record LaterState(Instant at, OperationState state) {}

  /** Returns the initial state of an operation with this course. */
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

  /**
   * Returns the state of a setup that was undone: its issuer approved it, and nothing is available
   * under its reference. The reversed amount, which is zero, can't tell.
   */
  static Standing voided() {
    return new Standing(
        OperationState.DECLINED, Optional.empty(), Optional.of(ResponseCodes.APPROVED));
  }

  boolean isVoided() {
    return equals(voided());
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
   * Returns the state after a reversal. An operation in flight without a set moment arrives shortly
   * after the reversal that gave it up.
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
