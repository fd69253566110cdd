package florin.bank.imports;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides whether similar entries in two statements are the same bookings. The balances decide. Two
 * statements that begin or end a day with the same balance cover the same bookings of it. If one
 * begins within another, they share the bookings between the two balances.
 */
final class DayOverlap {
  private DayOverlap() {}

  /** The result of comparing similar entries of two statements. */
  enum OverlapVerdict {
    /** They are different bookings. */
    OTHER,
    /** They are the same bookings. */
    SAME,
    /** The balances allow both, or neither. */
    UNCLEAR,
    /** The balances show that one has all bookings of the other, but their texts differ. */
    SIMILAR
  }

  /**
   * One or more consecutive known statements, or the new statement, on one day.
   *
   * @param number the number of the last statement
   * @param whole the balances of all its days
   * @param day the balances at the beginning and the end of the day
   * @param entries the entries of the day that have no reference and are not known yet
   */
  record DayPart(Optional<Long> number, DayBalances whole, DayBalances day, DayEntries entries) {
    /** Returns whether another part starts with the balance with which this one ends. */
    private boolean isBefore(DayPart other) {
      return whole.end() == other.whole.begin();
    }

    private boolean isNumberedBefore(DayPart other) {
      return isBefore(other)
          && number.isPresent()
          && other.number.equals(number.map(before -> before + 1));
    }

    /** Returns this part joined with the one that continues it. */
    DayPart with(DayPart next) {
      return new DayPart(
          next.number,
          new DayBalances(whole.begin(), next.whole.end()),
          new DayBalances(day.begin(), next.day.end()),
          entries.with(next.entries));
    }

    boolean continues(DayPart before) {
      return day.begin() == before.day.end();
    }

    /** Returns this part without entries that are already known. */
    DayPart without(DayEntries known) {
      return new DayPart(number, whole, day, entries.without(known));
    }

    /** Returns whether one of the two has all of the other's bookings of the day. */
    private boolean isOneWithin(DayPart other) {
      return day.begin() == other.day.begin() || day.end() == other.day.end();
    }
  }

  /** The balances before the first booking and after the last one. */
  record DayBalances(long begin, long end) {}

  /**
   * The entries of a day.
   *
   * @param credits the amount that they add to the account
   * @param debits the amount that they take from it
   */
  record DayEntries(int count, long credits, long debits) {
    long moved() {
      return credits - debits;
    }

    /** Returns whether the balance may return to an earlier value. */
    private boolean isMixed() {
      return credits > 0 && debits > 0;
    }

    DayEntries with(DayEntries more) {
      return new DayEntries(count + more.count, credits + more.credits, debits + more.debits);
    }

    private DayEntries without(DayEntries less) {
      return new DayEntries(count - less.count, credits - less.credits, debits - less.debits);
    }
  }

  /**
   * Returns whether the similar entries are the same bookings.
   *
   * @param known the statements that have the entries
   * @param read the new statement
   * @param found the amount that the new statement's day shares with others, signed
   * @param alike entries that both have
   */
  static OverlapVerdict decide(DayPart known, DayPart read, long found, DayEntries alike) {
    if (known.isNumberedBefore(read) || read.isNumberedBefore(known)) {
      return OverlapVerdict.OTHER;
    }
    List<Long> shared =
        List.of(known.day.end() - read.day.begin(), read.day.end() - known.day.begin());
    boolean isAllOfRead = alike.count == read.entries.count;
    boolean isAllOfKnown = alike.count == known.entries.count;
    boolean isWithin = known.isOneWithin(read);
    boolean isSame =
        (isWithin && (isAllOfRead || isAllOfKnown))
            || Stream.of(alike.moved(), found + alike.moved()).anyMatch(shared::contains);
    boolean isOther = known.isBefore(read) || read.isBefore(known) || shared.contains(0L);
    if (isSame && !isOther) {
      return OverlapVerdict.SAME;
    }
    // The balances may be equal by chance if the balance can return to an earlier value.
    boolean isByChance =
        alike.isMixed()
            || (isAllOfRead && known.entries.isMixed())
            || (isAllOfKnown && read.entries.isMixed());
    if (isOther && !isSame && !isByChance) {
      return OverlapVerdict.OTHER;
    }
    return isWithin && !isOther ? OverlapVerdict.SIMILAR : OverlapVerdict.UNCLEAR;
  }
}
