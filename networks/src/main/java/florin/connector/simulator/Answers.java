package florin.connector.simulator;

import florin.connector.AuthorizeRequest;
import florin.connector.Checks;
import florin.connector.DisputeResponse;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.Detail;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.ResponseCodes;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Closed;
import florin.connector.simulator.Entry.Movement;
import florin.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The responses that a ledger entry gives at a moment. */
final class Answers {
  static final Outcome NO_ANSWER = new Outcome.Unknown("no response");
  static final Outcome REFERENCE_TAKEN = ResponseCodes.decline(ResponseCodes.DUPLICATE_TRANSACTION);

  /**
   * The result of the test page's challenge: 05 is "fully authenticated" (Visa, Amex, Discover,
   * JCB).
   */
  private static final ThreeDSecureResult CHALLENGE_PASSED =
      new ThreeDSecureResult(
          "2.2.0", Optional.of("05"), Optional.empty(), Optional.empty(), TransStatus.Y);

  /** The time to respond to a dispute. */
  private static final Duration RESPOND_WITHIN = Duration.ofDays(9);

  private static final Outcome AUTHENTICATION_FAILED =
      new Outcome.Declined(
          ErrorCode.AUTHENTICATION_FAILED, Optional.empty(), Optional.empty(), Optional.empty());

  private Answers() {}

  /**
   * Returns the response to the operation itself. A reversed or closed one is declined, because
   * nothing is available under its reference.
   */
  static Outcome outcome(Entry entry, Instant now) {
    return switch (entry) {
      case Closed _ -> REFERENCE_TAKEN;
      case Authorization it when it.isReversed() ->
          ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION);
      case Authorization it ->
          advised(it.rule(), outcome(it.standing(), it.reference(), approved(it), now));
      case Movement it -> outcome(it.standing(), it.reference(), approved(it), now);
    };
  }

  /** Returns a decline with the card scheme's advice. */
  private static Outcome advised(Rule rule, Outcome outcome) {
    return outcome instanceof Outcome.Declined declined
        ? rule.merchantAdviceCode().map(declined::advised).orElse(declined)
        : outcome;
  }

  static Inquiry inquiry(Entry entry, Instant now) {
    return switch (entry) {
      case Closed _ -> new Inquiry.Absent();
      case Authorization it when it.isReversed() -> new Inquiry.Absent();
      case Authorization it -> found(outcome(it, now));
      case Movement it -> found(outcome(it, now));
    };
  }

  /**
   * Returns the response to a request whose reference is already in the ledger. If it is the same
   * request, that is the entry's own response.
   */
  static Outcome repeated(Entry entry, AuthorizeRequest request, Instant now) {
    boolean same =
        entry instanceof Authorization it
            && it.realm().equals(request.realm())
            && it.amount().equals(request.amount())
            && it.capture() == request.capture();
    return same ? outcome(entry, now) : REFERENCE_TAKEN;
  }

  /**
   * Returns the response to a repeated follow-up. A cancel undoes the whole, so its amount is not
   * compared.
   */
  static Outcome repeated(Entry entry, FollowUp request, Movement.Kind kind, Instant now) {
    boolean same =
        entry instanceof Movement it
            && it.kind() == kind
            && it.realm().equals(request.realm())
            && it.authorization().equals(request.authorization())
            && (kind == Movement.Kind.CANCEL || it.amount().equals(request.amount()));
    return same ? outcome(entry, now) : REFERENCE_TAKEN;
  }

  private static Inquiry found(Outcome outcome) {
    return outcome instanceof Outcome.Unknown ? new Inquiry.Unclear() : new Inquiry.Found(outcome);
  }

  private static Outcome outcome(
      Standing standing, OperationRef reference, Outcome.Approved approved, Instant now) {
    return switch (standing.at(now)) {
      case APPROVED -> approved;
      case DECLINED ->
          standing.code().<Outcome>map(ResponseCodes::decline).orElse(AUTHENTICATION_FAILED);
      case PENDING -> new Outcome.Pending();
      case REQUIRES_ACTION -> new Outcome.RequiresAction(name(reference));
      case IN_FLIGHT -> NO_ANSWER;
    };
  }

  private static Outcome.Approved approved(Authorization it) {
    return new Outcome.Approved(
        name(it.reference()),
        Optional.of(networkTransactionId(it.reference())),
        Optional.of(approvalCode(it.standing())),
        it.amount(),
        it.checks(),
        it.riskLevel(),
        it.challenged() ? Optional.of(CHALLENGE_PASSED) : Optional.empty(),
        dispute(it).map(Answers::details));
  }

  /**
   * Returns the dispute of a captured payment. The network opens it together with the approval, so
   * that no test waits for it.
   */
  private static Optional<ProviderDispute> dispute(Authorization it) {
    return it.rule()
        .dispute()
        .filter(_ -> !it.captured().isZero())
        .map(rule ->
            new ProviderDispute(
                Optional.of("dp_" + name(it.reference())),
                DisputeStatus.NEEDS_RESPONSE,
                Optional.of(it.amount()),
                rule.reason(),
                Optional.of(it.createdAt().plus(RESPOND_WITHIN).truncatedTo(ChronoUnit.SECONDS)),
                new Detail(Optional.of(rule.networkReasonCode()), 0, false)));
  }

  private static ProviderDetails details(ProviderDispute dispute) {
    return new ProviderDetails(
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(dispute),
        Optional.empty());
  }

  private static Outcome.Approved approved(Movement it) {
    return new Outcome.Approved(
        name(it.reference()),
        Optional.empty(),
        Optional.of(approvalCode(it.standing())),
        it.amount(),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }

  /**
   * Returns the code of an approval. A provisional approval has the usual code, because the
   * recorded one belongs to the later verdict.
   */
  private static String approvalCode(Standing standing) {
    return standing.code().filter(ResponseCodes::isApproval).orElse(ResponseCodes.APPROVED);
  }

  /** Returns an id of 15 digits, as Visa's. */
  private static String networkTransactionId(OperationRef reference) {
    long digits =
        Math.floorMod(reference.id().uuid().getLeastSignificantBits(), 1_000_000_000_000_000L);
    return "%015d".formatted(digits);
  }

  private static String name(OperationRef reference) {
    return "sim_" + reference.id().uuid().toString().replace("-", "");
  }

  /** Returns a dispute after the merchant's response. */
  static ProviderDispute decided(DisputeResponse response, DisputeStatus status) {
    ProviderDispute before = response.dispute();
    boolean isInquiry = before.status().isInquiry();
    DisputeStatus open = isInquiry ? DisputeStatus.WARNING_UNDER_REVIEW : status;
    return new ProviderDispute(
        before.id(),
        status == DisputeStatus.UNDER_REVIEW ? open : status,
        before.amount(),
        before.reason(),
        before.dueBy(),
        new Detail(Optional.empty(), 1, false));
  }
}
