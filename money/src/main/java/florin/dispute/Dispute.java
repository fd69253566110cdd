package florin.dispute;

import florin.connector.ConnectorName;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.Detail;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A payer's claim, through their bank, to get a payment's money back. A payment may have several.
 *
 * @param connector the connector of the payment
 * @param providerId the provider's identifier
 * @param created when Florin learned of it
 */
public record Dispute(
    Realm realm,
    DisputeId id,
    PaymentId payment,
    ConnectorName connector,
    String providerId,
    Instant created,
    State state) {
  /** The kind of the connector of test mode, whose disputes change only by requests. */
  public static final String SIMULATOR = "simulator";

  /** How often Florin asks about a dispute that has not changed: first daily, then weekly. */
  private static final Duration SOON = Duration.ofDays(1);

  private static final Duration LATER = Duration.ofDays(7);
  private static final Duration SOON_UNTIL = Duration.ofDays(14);

  /** How long after its last change Florin asks about a dispute: 38 times at most. */
  private static final Duration LATER_UNTIL = Duration.ofDays(180);

  /**
   * The mutable state.
   *
   * @param version raised by every update, which requires the version that was read
   * @param sequence the number of its events
   * @param providerStatus the status at the provider
   * @param amount all of the payment or a part; empty if the provider has not reported it
   * @param reason in the provider's words
   * @param networkReasonCode the card scheme's code of the reason
   * @param dueBy the deadline for the merchant's response
   * @param updated when its state last changed
   * @param closed since when it is decided
   * @param inquiry when Florin asks the provider about it, if no webhook comes first
   * @param response the merchant's last response
   */
  public record State(
      int version,
      int sequence,
      Status status,
      DisputeStatus providerStatus,
      Optional<Money> amount,
      String reason,
      Optional<String> networkReasonCode,
      Optional<Instant> dueBy,
      Instant updated,
      Optional<Instant> closed,
      Optional<Instant> inquiry,
      Optional<Response> response) {
    State with(Response next) {
      return copy(status, sequence, version, updated, inquiry, Optional.of(next));
    }

    State inquiring(Optional<Instant> next) {
      return copy(status, sequence, version, updated, next, response);
    }

    /** Returns the state with a higher version, and with another event or none. */
    State raised(int events, Instant now) {
      return copy(status, sequence + events, version + 1, now, inquiry, response);
    }

    /**
     * Returns the lost state, if the merchant's acceptance was not the reason: the provider
     * rejected it, because the bank had decided before.
     */
    State withoutAcceptance() {
      boolean hasFailed =
          response
              .filter(it -> it.kind() == Response.Kind.ACCEPTANCE)
              .filter(it -> it.progress() == Response.Progress.FAILED)
              .isPresent();
      return hasFailed && status == Status.ACCEPTED
          ? copy(Status.LOST, sequence, version, updated, inquiry, response)
          : this;
    }

    /** Returns whether a report gives the same state, apart from the numbers and times. */
    boolean isSame(State after) {
      return after.equals(
          copy(
              status, after.sequence, after.version, after.updated, after.inquiry, after.response));
    }

    private State copy(
        Status status,
        int sequence,
        int version,
        Instant updated,
        Optional<Instant> inquiry,
        Optional<Response> response) {
      return new State(
          version,
          sequence,
          status,
          providerStatus,
          amount,
          reason,
          networkReasonCode,
          dueBy,
          updated,
          closed,
          inquiry,
          response);
    }
  }

  /** A constant with its word in the API and the database. */
  public interface Word {
    String name();

    default String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the constant of a word. */
    static <E extends Enum<E> & Word> E of(Class<E> constants, String text) {
      return Enum.valueOf(constants, text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * The merchant's response to a dispute. It is durable before it is sent.
   *
   * @param id Florin's reference of it at the provider
   * @param at when the merchant decided it
   * @param due when recovery asks the provider about it; present while it is being sent
   * @param tries how often it was left without an outcome
   * @param answer the idempotency record that waits for the outcome
   */
  public record Response(
      UUID id,
      Kind kind,
      Progress progress,
      Instant at,
      Optional<Instant> due,
      int tries,
      Optional<UUID> answer) {
    /** What the merchant responds. */
    public enum Kind implements Word {
      EVIDENCE,
      ACCEPTANCE
    }

    /** Whether the provider has the response. */
    public enum Progress implements Word {
      /** It is being sent, or it is unknown whether the provider has it. */
      SENDING,
      SENT,
      /** The provider rejected it. */
      FAILED
    }

    public boolean isSending() {
      return progress == Progress.SENDING;
    }

    public Response sent() {
      return ended(Progress.SENT);
    }

    public Response failed() {
      return ended(Progress.FAILED);
    }

    private Response ended(Progress end) {
      return new Response(id, kind, end, at, Optional.empty(), tries, answer);
    }

    /** Returns the response, about which recovery asks later. */
    public Response due(Instant later) {
      return new Response(id, kind, progress, at, Optional.of(later), tries + 1, answer);
    }
  }

  /** The states of a dispute, equal for all providers. */
  public enum Status implements Word {
    /** The payer's bank asks about the payment. No money has moved. */
    INQUIRY,
    /** The money is held, and the merchant can respond. */
    NEEDS_RESPONSE,
    /** The provider has received the merchant's evidence. */
    SUBMITTED,
    /** The payer's bank decides. */
    UNDER_REVIEW,
    /** One side has appealed the decision. */
    SECOND_ROUND,
    /** The merchant keeps the money. */
    WON,
    /** The payer got the money back. */
    LOST,
    /** The merchant accepted the payer's claim. */
    ACCEPTED,
    /** The deadline passed without evidence, and the payer got the money back. */
    EXPIRED,
    /** It ended before money moved: an inquiry was closed, or a refund prevented a dispute. */
    PREVENTED;

    public static Status of(String text) {
      return Word.of(Status.class, text);
    }

    /** Returns whether it is decided. A decision may still be reversed. */
    public boolean isClosed() {
      return switch (this) {
        case INQUIRY, NEEDS_RESPONSE, SUBMITTED, UNDER_REVIEW, SECOND_ROUND -> false;
        case WON, LOST, ACCEPTED, EXPIRED, PREVENTED -> true;
      };
    }

    /** Returns whether the payer got the money back. */
    public boolean isLost() {
      return this == LOST || this == ACCEPTED || this == EXPIRED;
    }
  }

  public Status status() {
    return state.status();
  }

  /** Returns whether the simulator of test mode decides it. */
  public boolean isSimulated() {
    return connector.kind().equals(SIMULATOR);
  }

  /**
   * Returns when Florin asks about a dispute, because the webhook about a change can be lost, and
   * Mollie sends none about a reversal.
   *
   * @param updated when it last changed
   */
  static Optional<Instant> nextInquiry(ConnectorName connector, Instant updated, Instant now) {
    Duration age = Duration.between(updated, now);
    return connector.kind().equals(SIMULATOR) || age.compareTo(LATER_UNTIL) >= 0
        ? Optional.empty()
        : Optional.of(now.plus(age.compareTo(SOON_UNTIL) < 0 ? SOON : LATER));
  }

  /** Returns whether the bank only inquires, so that no money has moved. */
  public boolean isInquiry() {
    return state.providerStatus().isInquiry()
        || state.providerStatus() == DisputeStatus.WARNING_CLOSED;
  }

  /** Returns whether a response is being sent, or it is unknown whether the provider has it. */
  public boolean isResponding() {
    return state.response().filter(Response::isSending).isPresent();
  }

  /** Returns whether a response was sent or is being sent, unless the provider rejected it. */
  public boolean hasResponse() {
    return state.response().filter(it -> it.progress() != Response.Progress.FAILED).isPresent();
  }

  /** Returns whether the merchant accepts the payer's claim, unless the provider rejected that. */
  boolean isAccepting() {
    return hasResponse()
        && state.response().filter(it -> it.kind() == Response.Kind.ACCEPTANCE).isPresent();
  }

  /** Returns whether the bank waits for a response of the merchant. */
  public boolean isAwaited() {
    return status() == Status.INQUIRY || status() == Status.NEEDS_RESPONSE;
  }

  /** Returns whether the merchant can still send evidence to the provider. */
  public boolean canRespond(Instant now) {
    return isAwaited()
        && !isResponding()
        && state.dueBy().filter(due -> !due.isAfter(now)).isEmpty();
  }

  /** Returns the dispute as its provider last reported it. */
  public ProviderDispute reported() {
    return new ProviderDispute(
        Optional.of(providerId),
        state.providerStatus(),
        state.amount(),
        state.reason(),
        state.dueBy(),
        Detail.NONE);
  }

  Dispute with(State next) {
    return new Dispute(realm, id, payment, connector, providerId, created, next);
  }
}
