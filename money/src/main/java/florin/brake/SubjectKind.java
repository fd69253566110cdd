package florin.brake;

import java.util.Locale;

/**
 * What the brake counts. Each limit is a number of different cards that were declined among the
 * latest {@link RecentTries#JUDGED} of a subject. It holds only if most of them were declined, so
 * that a shared address, a large bank or a mail provider isn't braked for its size.
 */
public enum SubjectKind {
  ADDRESS(5, 3, 60),
  NETWORK(8, 3, 60),
  CARD(6, 4, 60),
  BIN(10, 4, 60),
  EMAIL_DOMAIN(12, 5, 70),
  CUSTOMER(5, 3, 60),
  CHECKOUT_SESSION(6, 4, 60),
  PUBLISHABLE_KEY(20, 10, 60),
  /**
   * The cards whose bank and network are both new to the account. They are only counted while it is
   * watched, because a thief with many networks and banks has no other source in common.
   */
  UNFAMILIAR(SubjectKind.NEVER, 10, 60),
  /** All cards from browsers: its shape is compared with the account's own past. */
  ACCOUNT(0, 0, 0);

  private static final int NEVER = 1_000;

  private final int calm;
  private final int watched;
  private final int percent;

  /**
   * Creates a kind.
   *
   * @param calm the declined cards from which its subjects are slowed; they must prove their work
   *     at one and a half times that number, and are closed at twice
   * @param watched the declined cards from which they are closed while the account is watched
   * @param percent the share of declined cards from which either holds
   */
  SubjectKind(int calm, int watched, int percent) {
    this.calm = calm;
    this.watched = watched;
    this.percent = percent;
  }

  /** Returns the name, as in SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static SubjectKind ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** Returns the least declined cards from which any step follows. */
  int least() {
    return Math.min(calm, watched);
  }

  /** Returns the step for this many declined cards of all. */
  Step step(int declined, int cards, boolean isWatched) {
    if (this == ACCOUNT || declined * 100 < cards * percent) {
      return Step.NONE;
    }
    if (declined >= 2 * calm || (isWatched && declined >= watched)) {
      return Step.CLOSE;
    }
    return declined * 2 >= 3 * calm ? Step.PROVE : declined >= calm ? Step.SLOW : Step.NONE;
  }
}
