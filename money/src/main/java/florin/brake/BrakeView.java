package florin.brake;

import florin.brake.Brake.Release;
import florin.brake.Brake.ReleaseReason;
import florin.brake.Brake.State;
import florin.brake.Brake.Status;
import florin.core.Id.BrakeId;
import florin.http.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * A brake as the API shows it, field by field.
 *
 * @param value empty for the account
 * @param until null once it is released
 */
public record BrakeView(
    BrakeId id,
    String object,
    Status status,
    SubjectKind subject,
    Optional<String> value,
    Step step,
    int declinedCards,
    int cards,
    long stoppedRequests,
    Optional<Instant> until,
    Optional<Instant> releasedAt,
    Optional<ReleaseReason> releaseReason,
    Instant created,
    boolean livemode) {
  public static BrakeView of(Brake brake) {
    State state = brake.state();
    return new BrakeView(
        brake.id(),
        "brake",
        brake.status(),
        brake.kind(),
        Optional.of(brake.subject()).filter(it -> !it.isEmpty()),
        state.step(),
        state.declined(),
        state.cards(),
        state.stopped(),
        state.release().isPresent() ? Optional.empty() : Optional.of(state.until()),
        state.release().map(Release::at),
        state.release().map(Release::reason),
        brake.created(),
        brake.realm().isLive());
  }

  static String text(Brake brake) {
    return Json.text(of(brake));
  }
}
