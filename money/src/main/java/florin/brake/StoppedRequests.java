package florin.brake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import florin.brake.BrakeCountStore.Stopped;
import florin.brake.BrowserTry.Decision;
import florin.brake.RecentCards.Subject;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the brakes on this node have stopped since it was last stored. A refused request creates no
 * payment, and a flood of them must cost no commit each.
 */
final class StoppedRequests {
  /** The most subjects that wait to be stored; further ones are only counted by their kind. */
  private static final int MOST_SUBJECTS = 1_000;

  /** The addresses that a node recognizes, so that each counts once a day. */
  private static final int MOST_PAYERS = 20_000;

  private final Cache<Payer, Boolean> payers =
      Caffeine.newBuilder().maximumSize(MOST_PAYERS).expireAfterWrite(Duration.ofDays(1)).build();
  private Map<Realm, OfRealm> realms = new HashMap<>();
  private int subjects;

  private record Payer(Realm realm, SubjectKind kind, Step step, String address) {}

  private record Counted(SubjectKind kind, Step step) {}

  /** One subject's requests. */
  record Touch(Decision last, Step strictest, long requests, Instant until) {
    private Touch and(Touch later) {
      return new Touch(
          later.last,
          later.strictest.isStricter(strictest) ? later.strictest : strictest,
          requests + later.requests,
          later.until);
    }
  }

  /** What was stopped for one account. */
  static final class OfRealm {
    final Map<Subject, Touch> touched = new HashMap<>();
    private final Map<Counted, Stopped> counts = new HashMap<>();

    List<Stopped> counts() {
      return List.copyOf(counts.values());
    }
  }

  /**
   * Records a request that was slowed, asked for a proof, or refused.
   *
   * @param reasons with the time until which each subject is stopped at the latest
   * @param strictest the step, which one of the reasons has
   * @param address of the payer
   */
  synchronized void add(
      Realm realm, Map<Decision, Instant> reasons, Step strictest, Optional<String> address) {
    OfRealm of = realms.computeIfAbsent(realm, _ -> new OfRealm());
    reasons.forEach((reason, until) -> {
      var subject = new Subject(reason.kind(), reason.value());
      if (of.touched.containsKey(subject) || subjects < MOST_SUBJECTS) {
        subjects += of.touched.containsKey(subject) ? 0 : 1;
        of.touched.merge(subject, new Touch(reason, reason.step(), 1, until), Touch::and);
      }
    });
    reasons.keySet().stream()
        .filter(reason -> reason.step() == strictest)
        .findFirst()
        .ifPresent(reason -> count(realm, of, reason, address));
  }

  private void count(Realm realm, OfRealm of, Decision reason, Optional<String> address) {
    boolean isNew =
        address
            .filter(it ->
                payers.asMap().putIfAbsent(new Payer(realm, reason.kind(), reason.step(), it), true)
                    == null)
            .isPresent();
    of.counts.merge(
        new Counted(reason.kind(), reason.step()),
        new Stopped(reason.kind(), reason.step(), 1, isNew ? 1 : 0),
        (before, one) ->
            new Stopped(
                before.kind(),
                before.step(),
                before.requests() + one.requests(),
                before.payers() + one.payers()));
  }

  /** Returns what was recorded, and starts anew. */
  synchronized Map<Realm, OfRealm> take() {
    Map<Realm, OfRealm> taken = realms;
    realms = new HashMap<>();
    subjects = 0;
    return taken;
  }
}
