package florin.brake;

import florin.brake.BrowserTry.Outcome;
import florin.brake.BrowserTryStore.Changed;
import florin.brake.RecentCards.Verdict;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;

/**
 * A replay of the cards that browsers have sent to an account. It decides about each one as the
 * service would have with the limits of live mode, in the order and at the times of the past.
 */
public final class BrakeReplay {
  private static final int READ_AT_ONCE = 1_000;

  private final RecentCards cards = new RecentCards(Mode.LIVE);
  private final PriorityQueue<Changed> unresolved =
      new PriorityQueue<>(Comparator.comparing(Changed::at));
  private final ArrayDeque<Outcome> past = new ArrayDeque<>();
  private final ArrayDeque<BrowserTry> recent = new ArrayDeque<>();
  private final Map<Step, Touched> touched = new EnumMap<>(Step.class);
  private final Set<String> familiar = new HashSet<>();
  private int goodOfPast;
  private int declinedOfPast;

  private BrakeReplay() {
    for (Step step : Step.values()) {
      touched.put(step, Touched.NONE);
    }
  }

  /**
   * The cards of one step.
   *
   * @param good those that a network has approved
   * @param bad those that a network has declined
   * @param others those without an outcome, for example of a payer who left
   */
  public record Touched(int good, int bad, int others) {
    static final Touched NONE = new Touched(0, 0, 0);

    private Touched and(Outcome outcome) {
      return switch (outcome) {
        case CHARGED -> new Touched(good + 1, bad, others);
        case DECLINED -> new Touched(good, bad + 1, others);
        case OPEN -> new Touched(good, bad, others + 1);
      };
    }
  }

  /** Replays the cards since a time. Returns the cards of each step. */
  public static Map<Step, Touched> run(Db db, Realm realm, Instant since) {
    var store = new BrowserTryStore(db);
    var replay = new BrakeReplay();
    var after = new UUID(0, 0);
    List<Changed> read;
    do {
      read = store.listSince(realm, since, after, READ_AT_ONCE);
      read.forEach(replay::send);
      after = read.isEmpty() ? after : read.getLast().tried().id();
    } while (read.size() == READ_AT_ONCE);
    return replay.touched;
  }

  private void send(Changed sent) {
    BrowserTry tried = sent.tried();
    resolve(tried.at());
    boolean isPage = tried.subjects().containsKey(SubjectKind.CHECKOUT_SESSION);
    double usual = Brakes.usual(past.size(), declinedOfPast);
    Verdict verdict = cards.judge(tried.subjects(), isPage, usual, tried.at());
    if (cards.needsFamiliar(tried.at())) {
      cards.recognize(
          Optional.of(new Familiar(familiar)).filter(_ -> goodOfPast >= Familiar.LEAST),
          tried.at());
    }
    touched.compute(verdict.step(), (_, before) -> before.and(tried.outcome()));
    if (verdict.step() != Step.CLOSE) {
      cards.add(tried.with(Outcome.OPEN));
      unresolved.add(sent);
      recent.add(tried);
    }
  }

  /** Records the outcomes up to a time, and moves the cards before the last hour to the past. */
  private void resolve(Instant now) {
    while (!unresolved.isEmpty() && !unresolved.peek().at().isAfter(now)) {
      BrowserTry tried = unresolved.poll().tried();
      cards.resolve(tried.id(), tried.outcome());
    }
    Instant hour = now.minus(RecentTries.WINDOW);
    while (!recent.isEmpty() && recent.peekFirst().at().isBefore(hour)) {
      BrowserTry first = recent.removeFirst();
      Outcome outcome = first.outcome();
      if (outcome == Outcome.CHARGED) {
        goodOfPast++;
        familiar.addAll(first.subjects().values());
      }
      past.add(outcome);
      declinedOfPast += outcome == Outcome.DECLINED ? 1 : 0;
      if (past.size() > BrowserTryStore.MOST_PAST) {
        declinedOfPast -= past.removeFirst() == Outcome.DECLINED ? 1 : 0;
      }
    }
  }
}
