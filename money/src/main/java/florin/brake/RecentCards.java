package florin.brake;

import florin.brake.BrowserTry.Decision;
import florin.brake.RecentTries.Card;
import florin.brake.RecentTries.Counted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The cards that browsers have sent to one account and mode within the last hour, and the decision
 * about the next one. It is a pure function of the tries that it was given: the service and the
 * replay of past payments use the same one.
 *
 * <p>A subject is judged by its own declined cards. In addition, the account is watched while the
 * latest cards from browsers are declined far more often than in its own past. While it is watched,
 * the limits are lower, and each payer's browser proves its work.
 */
public final class RecentCards {
  /** The most subjects and cards in memory; the ones that were used the longest ago go first. */
  private static final int MOST_SUBJECTS = 50_000;

  /** The least cards from which the shape tells anything, and the least declines among them. */
  private static final int LEAST_CARDS = 15;

  private static final int LEAST_DECLINED = 8;

  /** The standard deviations by which the declines exceed what the past makes likely. */
  private static final double DEVIATIONS = 4;

  /** The time for which an account is watched after the shape has last differed. */
  static final Duration WATCHED = Duration.ofMinutes(30);

  private final Map<Subject, RecentTries> subjects = bounded();
  private final Map<UUID, Card> cards = bounded();
  private final RecentTries ofAccount = new RecentTries(RecentTries.JUDGED_OF_ACCOUNT);
  private Instant watchedUntil = Instant.MIN;

  private static <K, V> Map<K, V> bounded() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST_SUBJECTS;
      }
    };
  }

  /** A value by which cards are counted. */
  record Subject(SubjectKind kind, String value) {}

  /** The strictest step, and its reasons. */
  public record Verdict(Step step, List<Decision> decisions) {
    public static final Verdict NONE = new Verdict(Step.NONE, List.of());

    public Verdict {
      decisions = List.copyOf(decisions);
    }
  }

  /**
   * Decides about a card before it is added. A subject that honest payers share is never slowed or
   * closed: their browsers prove their work, if a page of Florin's can ask for it.
   *
   * @param isPage whether it came from a page of Florin's
   * @param usual the share of declined cards in the account's past
   */
  synchronized Verdict judge(
      Map<SubjectKind, String> asked, boolean isPage, double usual, Instant now) {
    boolean isWatched = isWatched(usual, now);
    var reasons = new ArrayList<Decision>();
    Step strictest = Step.NONE;
    for (var entry : asked.entrySet()) {
      SubjectKind kind = entry.getKey();
      RecentTries tries = subjects.get(new Subject(kind, entry.getValue()));
      if (tries != null) {
        Counted counted = tries.count(now, kind == SubjectKind.CARD, kind.least());
        Step step = step(kind, counted, isPage, isWatched);
        if (step != Step.NONE) {
          reasons.add(
              new Decision(step, kind, entry.getValue(), counted.declined(), counted.cards()));
          strictest = step.isStricter(strictest) ? step : strictest;
        }
      }
    }
    if (isWatched && isPage) {
      Counted counted = ofAccount.count(now, false, 0);
      reasons.add(
          new Decision(Step.PROVE, SubjectKind.ACCOUNT, "", counted.declined(), counted.cards()));
      strictest = strictest.isStricter(Step.PROVE) ? strictest : Step.PROVE;
    }
    return reasons.isEmpty() ? Verdict.NONE : new Verdict(strictest, reasons);
  }

  private static Step step(SubjectKind kind, Counted counted, boolean isPage, boolean isWatched) {
    Step step = kind.step(counted.declined(), counted.cards(), isWatched);
    if (counted.isShared()) {
      return step.isStricter(Step.SLOW) && isPage ? Step.PROVE : Step.NONE;
    }
    return step == Step.PROVE && !isPage ? Step.SLOW : step;
  }

  /** Adds a card. A card that is known already changes nothing. */
  synchronized void add(BrowserTry tried) {
    if (cards.containsKey(tried.id())) {
      if (tried.isDeclined()) {
        decline(tried.id());
      }
      return;
    }
    var card =
        new Card(
            tried.subjects().getOrDefault(SubjectKind.CARD, tried.id().toString()),
            tried.at(),
            tried.isDeclined());
    cards.put(tried.id(), card);
    ofAccount.add(card);
    tried
        .subjects()
        .forEach((kind, value) ->
            subjects
                .computeIfAbsent(new Subject(kind, value), _ -> new RecentTries(RecentTries.JUDGED))
                .add(card));
  }

  synchronized void decline(UUID id) {
    Card card = cards.get(id);
    if (card != null) {
      card.decline();
    }
  }

  /** Forgets a subject's cards, or ends the watch of the account. */
  synchronized void release(SubjectKind kind, String value) {
    if (kind == SubjectKind.ACCOUNT) {
      ofAccount.clear();
      watchedUntil = Instant.MIN;
    } else {
      subjects.remove(new Subject(kind, value));
    }
  }

  private boolean isWatched(double usual, Instant now) {
    Counted counted = ofAccount.count(now, false, LEAST_DECLINED);
    int all = counted.cards();
    if (all >= LEAST_CARDS && counted.declined() >= LEAST_DECLINED) {
      double likely = all * usual + DEVIATIONS * Math.sqrt(all * usual * (1 - usual));
      if (counted.declined() > likely) {
        watchedUntil = now.plus(WATCHED);
      }
    }
    return now.isBefore(watchedUntil);
  }
}
