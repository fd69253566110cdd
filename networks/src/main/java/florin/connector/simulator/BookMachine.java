package florin.connector.simulator;

import static florin.connector.ResponseCodes.INVALID_AMOUNT;
import static florin.connector.ResponseCodes.INVALID_TRANSACTION;
import static florin.connector.ResponseCodes.RECORD_NOT_FOUND;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.BillingAddress;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.FollowUp;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.ThreeDSecureResult;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Closed;
import florin.connector.simulator.Entry.Movement;
import florin.core.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The decisions of the simulated network, as pure functions of the ledger, the request and the
 * time. The network checks its own totals. It rejects captures of more than it authorized, and
 * refunds of more than was captured.
 *
 * <p>Each function checks its guards in order; the first one that does not hold determines the
 * response.
 */
final class BookMachine {
  private BookMachine() {}

  /** Returns the course of an authorization, with or without the payer. */
  static Course course(AuthorizeRequest request) {
    Rule rule = Rule.of(request.card().pan());
    if (request.isSetup()) {
      return rule.setUp(request.card().pan());
    }
    return request.merchantInitiated().isPresent()
        ? rule.charge(request.card().pan())
        : rule.authorize(request.card().pan());
  }

  /** Returns the entry of an authorization whose reference is free. */
  static Authorization open(AuthorizeRequest request, Instant now) {
    Rule rule = Rule.of(request.card().pan());
    Course course = course(request);
    Standing standing =
        switch (authentication(rule, request)) {
          case NOT_NEEDED -> Standing.of(course, now);
          case NEEDED ->
              request.merchantInitiated().isPresent()
                  ? Standing.answered(ResponseCodes.AUTHENTICATION_REQUIRED)
                  : Standing.requiresAction();
          case FAILED -> Standing.authenticationFailed();
        };
    Money none = Money.zero(request.amount().currency());
    return new Authorization(
        request.reference(),
        request.realm(),
        request.amount(),
        request.capture(),
        rule,
        standing,
        checks(rule, request),
        rule.risk(),
        false,
        capturedOnceApproved(request.amount(), request.capture(), standing),
        none,
        none,
        0,
        now);
  }

  /** Resumes after the payer's challenge. Only the authorization is read from the ledger. */
  static Ruling resume(ResumeRequest request, Optional<Entry> own, Instant now) {
    if (own.isEmpty()) {
      return declined(RECORD_NOT_FOUND);
    }
    Outcome asItStands = Answers.repeated(own.get(), request.authorize(), now);
    if (!(own.get() instanceof Authorization authorization)
        || !(asItStands instanceof Outcome.RequiresAction)) {
      return Ruling.answerOnly(asItStands);
    }
    if (request.result() == ChallengeResult.RETURNED) {
      return Ruling.answerOnly(asItStands);
    }
    boolean passed = request.result() == ChallengeResult.COMPLETED;
    Course course = authorization.rule().authorize(request.authorize().card().pan());
    Standing standing = passed ? Standing.of(course, now) : Standing.authenticationFailed();
    Money captured =
        capturedOnceApproved(authorization.amount(), authorization.capture(), standing);
    Authorization resumed = authorization.with(standing, passed, captured);
    return new Ruling(List.of(), Optional.of(resumed), Answers.outcome(resumed, now));
  }

  static Ruling capture(FollowUp request, History history, Instant now) {
    if (history.own().isPresent()) {
      return repeated(request, Movement.Kind.CAPTURE, history, now);
    }
    var found = history.authorization(request);
    if (found.isEmpty()) {
      return refused(request, Movement.Kind.CAPTURE, RECORD_NOT_FOUND, now);
    }
    Authorization authorization = found.get();
    if (!isApproved(authorization, now) || !authorization.captured().isZero()) {
      return refused(request, Movement.Kind.CAPTURE, INVALID_TRANSACTION, now);
    }
    if (!isWithin(request.amount(), authorization.amount())) {
      return refused(request, Movement.Kind.CAPTURE, INVALID_AMOUNT, now);
    }
    Course course = authorization.rule().capture();
    Movement capture =
        movement(request, Movement.Kind.CAPTURE, request.amount(), Standing.of(course, now), now);
    Money rest = authorization.amount().minus(request.amount());
    Authorization captured =
        authorization.withTotals(request.amount(), rest, authorization.refunded());
    return booked(capture, captured, course, now);
  }

  static Ruling refund(FollowUp request, History history, Instant now) {
    if (history.own().isPresent()) {
      return repeated(request, Movement.Kind.REFUND, history, now);
    }
    var found = history.authorization(request);
    if (found.isEmpty()) {
      return refused(request, Movement.Kind.REFUND, RECORD_NOT_FOUND, now);
    }
    Authorization authorization = found.get();
    if (!isApproved(authorization, now) || authorization.captured().isZero()) {
      return refused(request, Movement.Kind.REFUND, INVALID_TRANSACTION, now);
    }
    Money before = history.refunded(authorization, now);
    if (!isWithin(request.amount(), authorization.captured().minus(before))) {
      return refused(request, Movement.Kind.REFUND, INVALID_AMOUNT, now);
    }
    Course course = authorization.rule().refund();
    Movement refund =
        movement(request, Movement.Kind.REFUND, request.amount(), Standing.of(course, now), now);
    Authorization refunded =
        authorization.withTotals(
            authorization.captured(), authorization.reversed(), before.plus(request.amount()));
    return booked(refund, refunded, course, now);
  }

  static Ruling cancel(FollowUp request, History history, Instant now) {
    if (history.own().isPresent()) {
      return repeated(request, Movement.Kind.CANCEL, history, now);
    }
    if (history.named().isEmpty()) {
      return acknowledged(request, new Closed(request.authorization(), now), now);
    }
    if (history.named().get() instanceof Closed) {
      return acknowledged(request, Optional.empty(), now);
    }
    var found = history.authorization(request);
    if (found.isEmpty()) {
      return refused(request, Movement.Kind.CANCEL, RECORD_NOT_FOUND, now);
    }
    Authorization authorization = found.get();
    if (authorization.isReversed()) {
      return acknowledged(request, Optional.empty(), now);
    }
    return switch (authorization.standing().at(now)) {
      case DECLINED -> acknowledged(request, Optional.empty(), now);
      case IN_FLIGHT -> acknowledged(request, Optional.of(givenUp(authorization, now)), now);
      case PENDING, REQUIRES_ACTION ->
          acknowledged(request, Optional.of(authorization.reversedWhole()), now);
      case APPROVED -> reversed(request, authorization, history, now);
    };
  }

  /**
   * Decides on a void, or on the reversal of a sale. It is too late once a manual authorization was
   * captured or anything was refunded.
   */
  private static Ruling reversed(
      FollowUp request, Authorization authorization, History history, Instant now) {
    boolean takenApart =
        authorization.capture() == Capture.MANUAL && !authorization.captured().isZero();
    if (takenApart || !history.refunded(authorization, now).isZero()) {
      return refused(request, Movement.Kind.CANCEL, INVALID_TRANSACTION, now);
    }
    Movement cancel =
        movement(
            request,
            Movement.Kind.CANCEL,
            authorization.amount(),
            Standing.answered(ResponseCodes.APPROVED),
            now);
    return booked(cancel, authorization.reversedWhole(), Course.APPROVED, now);
  }

  private static Authorization givenUp(Authorization authorization, Instant now) {
    return authorization.with(
        authorization.standing().afterReversal(now),
        authorization.challenged(),
        authorization.captured());
  }

  private enum Authentication {
    NOT_NEEDED,
    NEEDED,
    FAILED
  }

  private static Authentication authentication(Rule rule, AuthorizeRequest request) {
    if (request.threeDSecure().filter(ThreeDSecureResult::isAuthenticated).isPresent()) {
      return Authentication.NOT_NEEDED;
    }
    if (request.threeDSecure().filter(ThreeDSecureResult::isRefused).isPresent()) {
      return Authentication.FAILED;
    }
    return switch (rule.challenge()) {
      case NEVER -> Authentication.NOT_NEEDED;
      case ALWAYS -> Authentication.NEEDED;
      case UNLESS_SET_UP ->
          request.challengedBefore() ? Authentication.NOT_NEEDED : Authentication.NEEDED;
      case FAILS -> Authentication.FAILED;
    };
  }

  private static Checks checks(Rule rule, AuthorizeRequest request) {
    var line1 = request.billingAddress().flatMap(BillingAddress::line1);
    var postalCode = request.billingAddress().flatMap(BillingAddress::postalCode);
    return new Checks(
        check(
            rule,
            Rule.CheckField.CVC,
            request.card().code().isPresent() ? Check.PASS : Check.UNAVAILABLE),
        check(rule, Rule.CheckField.LINE1, line1.isPresent() ? Check.PASS : Check.UNCHECKED),
        check(
            rule,
            Rule.CheckField.POSTAL_CODE,
            postalCode.isPresent() ? Check.PASS : Check.UNCHECKED));
  }

  /**
   * Returns the result of a check. A security code that was not sent can't fail. An address fails
   * by the card's rule even if it was not sent, so that a test needs none.
   */
  private static Check check(Rule rule, Rule.CheckField field, Check otherwise) {
    return rule.fails(field) && otherwise != Check.UNAVAILABLE ? Check.FAIL : otherwise;
  }

  private static Money capturedOnceApproved(Money amount, Capture capture, Standing standing) {
    boolean all = capture == Capture.AUTOMATIC && standing.canBeApproved();
    return all ? amount : Money.zero(amount.currency());
  }

  private static boolean isApproved(Authorization authorization, Instant now) {
    return authorization.standing().at(now) == OperationState.APPROVED
        && !authorization.isReversed();
  }

  private static boolean isWithin(Money asked, Money limit) {
    return asked.currency().equals(limit.currency()) && !asked.isZero() && !asked.isMoreThan(limit);
  }

  private static Ruling declined(String code) {
    return Ruling.answerOnly(ResponseCodes.decline(code));
  }

  private static Ruling repeated(
      FollowUp request, Movement.Kind kind, History history, Instant now) {
    return Ruling.answerOnly(Answers.repeated(history.own().orElseThrow(), request, kind, now));
  }

  /**
   * Returns the rejection of a movement, and records it, so that a repetition has the same
   * response.
   */
  private static Ruling refused(FollowUp request, Movement.Kind kind, String code, Instant now) {
    Movement movement = movement(request, kind, request.amount(), Standing.answered(code), now);
    return new Ruling(List.of(movement), Optional.empty(), Answers.outcome(movement, now));
  }

  private static Ruling acknowledged(
      FollowUp request, Optional<Authorization> changed, Instant now) {
    Movement cancel = nothingReleased(request, now);
    return new Ruling(List.of(cancel), changed, Answers.outcome(cancel, now));
  }

  private static Ruling acknowledged(FollowUp request, Closed tombstone, Instant now) {
    Movement cancel = nothingReleased(request, now);
    return new Ruling(List.of(tombstone, cancel), Optional.empty(), Answers.outcome(cancel, now));
  }

  private static Movement nothingReleased(FollowUp request, Instant now) {
    return movement(
        request,
        Movement.Kind.CANCEL,
        Money.zero(request.amount().currency()),
        Standing.answered(ResponseCodes.APPROVED),
        now);
  }

  /**
   * Returns the movement. The totals change only with a movement that is approved or may still be.
   */
  private static Ruling booked(
      Movement movement, Authorization changed, Course course, Instant now) {
    Outcome outcome =
        course.reply() == Course.Reply.SILENT ? Answers.NO_ANSWER : Answers.outcome(movement, now);
    boolean counts = movement.standing().at(now) != OperationState.DECLINED;
    return new Ruling(List.of(movement), counts ? Optional.of(changed) : Optional.empty(), outcome);
  }

  private static Movement movement(
      FollowUp request, Movement.Kind kind, Money amount, Standing standing, Instant now) {
    return new Movement(
        request.reference(), kind, request.authorization(), request.realm(), amount, standing, now);
  }
}
