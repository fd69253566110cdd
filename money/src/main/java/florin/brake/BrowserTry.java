package florin.brake;

import florin.core.Realm;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A card that a browser has sent, counted before any network is asked.
 *
 * @param id that of its payment method
 * @param subjects the values by which it is counted
 * @param decisions of the brake, in the order of its steps; empty for most
 * @param outcome of a network since
 */
public record BrowserTry(
    Realm realm,
    UUID id,
    Instant at,
    Map<SubjectKind, String> subjects,
    List<Decision> decisions,
    Outcome outcome) {
  public BrowserTry {
    subjects = Map.copyOf(subjects);
    decisions = List.copyOf(decisions);
  }

  /** What a network has said about a card. One decline outweighs later approvals. */
  public enum Outcome {
    OPEN,
    DECLINED,
    CHARGED
  }

  BrowserTry with(Outcome other) {
    return new BrowserTry(realm, id, at, subjects, decisions, other);
  }

  boolean isDeclined() {
    return outcome == Outcome.DECLINED;
  }

  /**
   * One reason of a step.
   *
   * @param declined the declined cards of the subject
   * @param cards all of them
   */
  public record Decision(Step step, SubjectKind kind, String value, int declined, int cards) {}
}
