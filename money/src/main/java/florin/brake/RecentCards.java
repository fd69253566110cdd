package florin.brake;

import florin.brake.BrowserTry.Decision;
import florin.brake.BrowserTry.Outcome;
import florin.brake.RecentTries.Card;
import florin.brake.RecentTries.Counted;
import florin.core.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The cards that browsers have sent to one account and mode within the last hour, and the decision
 * about the next one. It is a pure function of the tries that it was given: the service and the
 * replay of past payments use the same one.
 *
 * <p>A subject is judged by its own declined cards. In addition, the account is watched while the
 * latest cards from browsers are declined far more often than in its own past. While it is watched,
 * the limits are lower, each payer's browser proves its work, and cards of unfamiliar banks and
 * networks are one more subject.
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

  /**
   * The time without a card after which a subject starts anew in test mode, where developers try
   * many declined cards.
   */
  static final Duration PAUSE_OF_TESTS = Duration.ofMinutes(1);

  private final Map<Subject, RecentTries> subjects = bounded();
  private final Map<UUID, Card> cards = bounded();
  private final Map<Subject, Instant> released = bounded();
  private final Duration pause;
  private final Duration watched;
  private final RecentTries ofAccount;
  private Instant watchedUntil = Instant.MIN;
  private @Nullable Familiar familiar;
  private Instant familiarUntil = Instant.MIN;

  RecentCards(Mode mode) {
    this.pause = mode.isLive() ? RecentTries.WINDOW : PAUSE_OF_TESTS;
    this.watched = mode.isLive() ? WATCHED : PAUSE_OF_TESTS;
    this.ofAccount = new RecentTries(RecentTries.JUDGED_OF_ACCOUNT, pause);
  }

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

  private static final Subject ACCOUNT = new Subject(SubjectKind.ACCOUNT, "");
  private static final Subject UNFAMILIAR = new Subject(SubjectKind.UNFAMILIAR, "");

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
    if (!isWatched) {
      familiar = null;
      familiarUntil = Instant.MIN;
      subjects.remove(UNFAMILIAR);
    }
    var reasons = new ArrayList<Decision>();
    Step strictest = Step.NONE;
    for (Subject subject : subjectsOf(asked)) {
      SubjectKind kind = subject.kind();
      RecentTries tries = subjects.get(subject);
      if (tries != null) {
        Counted counted = tries.count(now, kind == SubjectKind.CARD, kind.least());
        Step step = step(kind, counted, isPage, isWatched);
        if (step != Step.NONE) {
          reasons.add(
              new Decision(step, kind, subject.value(), counted.declined(), counted.cards()));
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

  /** Adds a card. If it is known already, only its outcome may be new. */
  synchronized void add(BrowserTry tried) {
    if (cards.containsKey(tried.id())) {
      resolve(tried.id(), tried.outcome());
      return;
    }
    var card =
        new Card(
            tried.subjects().getOrDefault(SubjectKind.CARD, tried.id().toString()),
            tried.at(),
            tried.outcome());
    cards.put(tried.id(), card);
    if (counts(ACCOUNT, tried)) {
      ofAccount.add(card);
    }
    for (Subject subject : subjectsOf(tried.subjects())) {
      if (counts(subject, tried)) {
        subjects
            .computeIfAbsent(subject, _ -> new RecentTries(RecentTries.JUDGED, pause))
            .add(card);
      }
    }
  }

  private List<Subject> subjectsOf(Map<SubjectKind, String> values) {
    var found = new ArrayList<Subject>();
    values.forEach((kind, value) -> found.add(new Subject(kind, value)));
    if (familiar != null && familiar.lacks(values)) {
      found.add(UNFAMILIAR);
    }
    return found;
  }

  /** Returns whether the account is watched, and needs to know what is familiar to it. */
  synchronized boolean needsFamiliar(Instant now) {
    return now.isBefore(watchedUntil) && !now.isBefore(familiarUntil);
  }

  /**
   * Sets what is familiar to the account, for an hour.
   *
   * @param known empty if the account is too young to tell
   */
  synchronized void recognize(Optional<Familiar> known, Instant now) {
    familiar = known.orElse(null);
    familiarUntil = now.plus(RecentTries.WINDOW);
  }

  /** Returns whether the card came after its subject was last released. */
  private boolean counts(Subject subject, BrowserTry tried) {
    Instant at = released.get(subject);
    return at == null || tried.at().isAfter(at);
  }

  /** Records what a network has said about a card. Returns whether that is new. */
  synchronized boolean resolve(UUID id, Outcome outcome) {
    Card card = cards.get(id);
    return card != null && card.resolve(outcome);
  }

  /** Forgets a subject's cards up to this time, or ends the watch of the account. */
  synchronized void release(SubjectKind kind, String value, Instant at) {
    var subject = new Subject(kind, value);
    Instant before = released.get(subject);
    if (before != null && !at.isAfter(before)) {
      return; // read again, while newer cards are counted
    }
    released.put(subject, at);
    if (kind == SubjectKind.ACCOUNT) {
      ofAccount.clear();
      watchedUntil = Instant.MIN;
      familiar = null;
      familiarUntil = Instant.MIN;
      subjects.remove(UNFAMILIAR);
    } else {
      subjects.remove(subject);
    }
  }

  /** Returns when a subject is free again at the latest, if no further card of it is declined. */
  synchronized Instant until(SubjectKind kind, String value, Instant now) {
    if (kind == SubjectKind.ACCOUNT) {
      return watchedUntil.isAfter(now) ? watchedUntil : now;
    }
    return Optional.ofNullable(subjects.get(new Subject(kind, value)))
        .flatMap(tries -> tries.until(kind == SubjectKind.CARD, kind.least()))
        .filter(now::isBefore)
        .orElse(now);
  }

  /** Returns the number of subjects and cards in memory. */
  synchronized int size() {
    return subjects.size() + cards.size();
  }

  /** Forgets this many subjects and cards, those that were used the longest ago first. */
  synchronized void forget(int entries) {
    int ofSubjects = (int) ((long) entries * subjects.size() / Math.max(1, size()));
    removeEldest(subjects, ofSubjects);
    removeEldest(cards, entries - ofSubjects);
  }

  private static void removeEldest(Map<?, ?> map, int entries) {
    var eldest = map.keySet().iterator();
    for (int i = 0; i < entries && eldest.hasNext(); i++) {
      eldest.next();
      eldest.remove();
    }
  }

  private boolean isWatched(double usual, Instant now) {
    Counted counted = ofAccount.count(now, false, LEAST_DECLINED);
    int all = counted.cards();
    if (all >= LEAST_CARDS && counted.declined() >= LEAST_DECLINED) {
      double likely = all * usual + DEVIATIONS * Math.sqrt(all * usual * (1 - usual));
      if (counted.declined() > likely) {
        watchedUntil = now.plus(watched);
      }
    }
    return now.isBefore(watchedUntil);
  }
}
