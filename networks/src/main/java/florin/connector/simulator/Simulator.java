package florin.connector.simulator;

import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.DisputeReply;
import florin.connector.EvidenceRules;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.ResponseCodes;
import florin.connector.ResumeRequest;
import florin.connector.simulator.Course.Reply;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Closed;
import florin.core.Realm;
import florin.db.Db;
import florin.db.GroupCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The connector of test mode: a network in a table. {@link Rule} defines the test cards, {@link
 * BookMachine} decides, and {@link SimulatorLedger} stores. This class is the connection to it,
 * which loses, delays and duplicates messages as the rule requires.
 *
 * <p>An authorization costs one commit of one row and no read.
 */
public final class Simulator implements Connector {
  public static final String KIND = "simulator";

  static final Duration SLOW_ANSWER = Duration.ofSeconds(5);

  public static final Timing TIMING =
      new Timing(
          Duration.ofSeconds(8), Duration.ZERO, Duration.ofMillis(500), Standing.VERDICT_AFTER);

  /** The limits of evidence, which are those of Stripe. */
  private static final EvidenceRules EVIDENCE =
      new EvidenceRules(150_000, 4_500_000, 50, Map.of("mastercard", 19));

  private static final Capabilities CAPABILITIES =
      new Capabilities(false, true, false, AcceptedCredentials.EVERY_CARD, TIMING, Repetition.NONE);

  private final SimulatorLedger ledger;
  private final InstantSource clock;
  private final Pause pause;

  /** Lets the calling thread wait for a time. */
  interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  /**
   * Creates the connector.
   *
   * @param commits the ledger's own group commit, which is not shared, because the network is not
   *     part of Florin's transactions
   */
  public Simulator(GroupCommit commits, Db db, InstantSource clock) {
    this(new SimulatorLedger(commits, db), clock, Thread::sleep);
  }

  Simulator(SimulatorLedger ledger, InstantSource clock, Pause pause) {
    this.ledger = ledger;
    this.clock = clock;
    this.pause = pause;
  }

  /** Returns the same id for all realms, which share the simulator. */
  @Override
  public String id() {
    return KIND;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Optional<EvidenceRules> evidence() {
    return Optional.of(EVIDENCE);
  }

  /** Decides as Stripe's test mode does: by a word in the evidence. */
  @Override
  public DisputeReply respond(DisputeResponse response, Deadline deadline) {
    refuseLive(response.realm());
    return new DisputeReply.Arrived(
        switch (response.content()) {
          case DisputeResponse.Acceptance() -> Answers.decided(response, DisputeStatus.LOST);
          case DisputeResponse.Evidence evidence ->
              switch (evidence.texts().getOrDefault("uncategorized_text", "").strip()) {
                case "winning_evidence" -> Answers.decided(response, DisputeStatus.WON);
                case "losing_evidence" -> Answers.decided(response, DisputeStatus.LOST);
                default -> Answers.decided(response, DisputeStatus.UNDER_REVIEW);
              };
        });
  }

  /** Sending a response again has the same result, so recovery may always do it. */
  @Override
  public DisputeReply inquire(DisputeResponse response, Deadline deadline) {
    return new DisputeReply.Absent(response.dispute());
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    refuseLive(request.realm());
    Course course = BookMachine.course(request);
    if (course.timing() == Course.Arrival.NEVER) {
      return course.reply() == Reply.LINK_DOWN ? new Outcome.NotSent() : Answers.NO_ANSWER;
    }
    Instant now = now();
    Authorization entry = BookMachine.open(request, now);
    if (!ledger.add(entry)) {
      return again(request);
    }
    return switch (course.reply()) {
      case ANSWERED, LINK_DOWN -> Answers.outcome(entry, now);
      case SILENT -> Answers.NO_ANSWER;
      case SLOW -> slowly(Answers.outcome(entry, now), deadline);
      case TWICE -> ledger.add(entry) ? Answers.NO_ANSWER : again(request);
    };
  }

  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    refuseLive(request.authorize().realm());
    var reference = request.authorize().reference();
    return decide(deadline, () -> BookMachine.resume(request, ledger.find(reference), now()));
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    refuseLive(request.realm());
    return decide(deadline, () -> followUp(operation, request));
  }

  private Ruling followUp(OperationKind operation, FollowUp request) {
    return switch (operation) {
      case CAPTURE -> BookMachine.capture(request, ledger.history(request), now());
      case CANCEL -> BookMachine.cancel(request, ledger.history(request), now());
      case REFUND -> BookMachine.refund(request, ledger.history(request), now());
      default -> Ruling.answerOnly(ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION));
    };
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    OperationRef reference = request.reference();
    Optional<Entry> entry = ledger.find(reference);
    if (entry.isEmpty()) {
      if (ledger.add(new Closed(reference, now()))) {
        return new Inquiry.Absent();
      }
      entry = ledger.find(reference);
    }
    return Answers.inquiry(entry.orElseThrow(), now());
  }

  /**
   * Returns the response to a repeated message, to another message under its reference, or under a
   * closed reference.
   */
  private Outcome again(AuthorizeRequest request) {
    return Answers.repeated(ledger.find(request.reference()).orElseThrow(), request, now());
  }

  /** Reads, decides and records, until no other process has changed the ledger in between. */
  private Outcome decide(Deadline deadline, Supplier<Ruling> decision) {
    while (!deadline.hasPassed()) {
      Ruling decided = decision.get();
      if (ledger.apply(decided)) {
        return decided.outcome();
      }
    }
    return new Outcome.Unknown("not booked before the deadline");
  }

  private Outcome slowly(Outcome outcome, Deadline deadline) {
    Duration patience = deadline.remaining();
    boolean inTime = patience.compareTo(SLOW_ANSWER) > 0;
    try {
      pause.pause(inTime ? SLOW_ANSWER : patience);
      return inTime ? outcome : Answers.NO_ANSWER;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Outcome.Unknown("interrupted while waiting for an answer");
    }
  }

  private static void refuseLive(Realm realm) {
    if (realm.isLive()) {
      throw new IllegalArgumentException(
          "the simulator moves no money, but was asked for " + realm);
    }
  }

  /** Returns the time in the ledger's precision. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
