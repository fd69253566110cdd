package florin.brake;

import florin.core.Id.BrakeId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One source of cards that the brake on card testing stops, from the first request that it stopped
 * to its release.
 *
 * @param subject the value whose cards are counted; empty for the account
 */
public record Brake(
    Realm realm, BrakeId id, SubjectKind kind, String subject, Instant created, State state) {
  /**
   * What changes.
   *
   * @param step the strictest step that it has taken
   * @param declined the declined cards of the subject when it last stopped one
   * @param cards all of them
   * @param stopped the requests that it slowed, asked for a proof, or refused
   * @param isTold whether it has events, whose number is limited
   * @param until when it ends at the latest, if no further card of the subject is declined
   */
  public record State(
      Step step,
      int declined,
      int cards,
      long stopped,
      boolean isTold,
      Instant until,
      Optional<Release> release) {}

  /** The end of a brake. */
  public record Release(Instant at, ReleaseReason reason) {}

  public enum ReleaseReason {
    /** Its declined cards no longer count. */
    EXPIRED,
    /** A person or a key released it. The earlier cards of its subject are forgotten. */
    REQUESTED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static ReleaseReason ofText(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Whether a brake is engaged now. */
  public enum Status {
    ENGAGED,
    RELEASED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Status status() {
    return state.release().isPresent() ? Status.RELEASED : Status.ENGAGED;
  }

  Brake released(ReleaseReason reason, Instant now) {
    return new Brake(
        realm,
        id,
        kind,
        subject,
        created,
        new State(
            state.step(),
            state.declined(),
            state.cards(),
            state.stopped(),
            state.isTold(),
            state.until(),
            Optional.of(new Release(now, reason))));
  }
}
