package florin.brake;

import florin.brake.BrowserTry.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;

/** The latest cards of one subject, within the last hour. */
final class RecentTries {
  /** The latest cards of a subject that are judged. */
  static final int JUDGED = 20;

  /** The latest cards of an account, whose traffic is a mixture. */
  static final int JUDGED_OF_ACCOUNT = 40;

  /** The latest cards that are remembered, to see whether honest payers share the subject. */
  private static final int REMEMBERED = 60;

  /** The good cards that show it. Few stolen cards are good. */
  private static final int GOOD = 8;

  static final Duration WINDOW = Duration.ofHours(1);

  private final int judged;
  private final Duration pause;
  private final Deque<Card> cards = new ArrayDeque<>();

  /**
   * Creates an empty list.
   *
   * @param judged the latest cards that are judged
   * @param pause the time without a card after which all earlier ones are forgotten
   */
  RecentTries(int judged, Duration pause) {
    this.judged = judged;
    this.pause = pause;
  }

  /** One card, which all its subjects share. */
  static final class Card {
    private final String name;
    private final Instant at;
    private Outcome outcome;

    Card(String name, Instant at, Outcome outcome) {
      this.name = name;
      this.at = at;
      this.outcome = outcome;
    }

    /** Returns whether this changes it. */
    boolean resolve(Outcome known) {
      boolean isNew = outcome != known && outcome != Outcome.DECLINED && known != Outcome.OPEN;
      outcome = isNew ? known : outcome;
      return isNew;
    }

    private boolean isDeclined() {
      return outcome == Outcome.DECLINED;
    }
  }

  void add(Card card) {
    if (cards.size() >= REMEMBERED) {
      cards.removeFirst();
    }
    cards.addLast(card);
  }

  void clear() {
    cards.clear();
  }

  /**
   * The different cards among the latest.
   *
   * @param isShared whether enough other cards of the subject were good, so that honest payers
   *     share it
   */
  record Counted(int declined, int cards, boolean isShared) {
    static final Counted NONE = new Counted(0, 0, false);
  }

  /**
   * Counts different cards. A card is good if a network has approved it.
   *
   * @param isRepeated whether each try of the same card counts
   * @param least the declined cards below which nothing follows; then none are returned
   */
  Counted count(Instant now, boolean isRepeated, int least) {
    forget(now);
    if (declinesOfLatest() < least) {
      return Counted.NONE; // the usual case, which every payment pays for
    }
    var declined = new HashSet<String>();
    var all = new HashSet<String>();
    var good = new HashSet<String>();
    int tries = 0;
    int declines = 0;
    for (Iterator<Card> latest = cards.descendingIterator(); latest.hasNext(); ) {
      Card card = latest.next();
      if (card.outcome == Outcome.CHARGED) {
        good.add(card.name);
      }
      if (tries < judged) {
        tries++;
        declines += card.isDeclined() ? 1 : 0;
        all.add(card.name);
        if (card.isDeclined()) {
          declined.add(card.name);
        }
      }
    }
    boolean isShared = good.size() >= GOOD;
    return isRepeated
        ? new Counted(declines, tries, false)
        : new Counted(declined.size(), all.size(), isShared);
  }

  private void forget(Instant now) {
    if (!cards.isEmpty() && !cards.peekLast().at.isAfter(now.minus(pause))) {
      cards.clear();
    }
    Instant since = now.minus(WINDOW);
    while (!cards.isEmpty() && !cards.peekFirst().at.isAfter(since)) {
      cards.removeFirst();
    }
  }

  /** Returns the time from which fewer than this number of declined cards count. */
  Optional<Instant> until(boolean isRepeated, int least) {
    var declined = new HashSet<String>();
    int declines = 0;
    for (Iterator<Card> latest = cards.descendingIterator(); latest.hasNext(); ) {
      Card card = latest.next();
      if (card.isDeclined()) {
        declines++;
        declined.add(card.name);
        if ((isRepeated ? declines : declined.size()) >= least) {
          Instant end = card.at.plus(WINDOW);
          Instant paused = cards.getLast().at.plus(pause);
          return Optional.of(end.isBefore(paused) ? end : paused);
        }
      }
    }
    return Optional.empty();
  }

  private int declinesOfLatest() {
    int tries = 0;
    int declines = 0;
    for (Iterator<Card> latest = cards.descendingIterator();
        latest.hasNext() && tries < judged;
        tries++) {
      declines += latest.next().isDeclined() ? 1 : 0;
    }
    return declines;
  }
}
