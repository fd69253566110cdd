package florin.bank.intake;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides whether entries that look alike in two statements are the same bookings. The balances
 * decide: two statements that begin or end a day with the same balance cover the same bookings of
 * it, and one that begins inside of another shares as much as lies between the two balances.
 */
final class DayOverlap {
  private DayOverlap() {}

  /** The result for entries that are alike. */
  enum OverlapVerdict {
    /** They are other bookings. */
    OTHER,
    /** They are the same bookings. */
    SAME,
    /** The balances allow both, or neither. */
    UNCLEAR,
    /** One has all bookings of the other by its balances, and not by its texts. */
    SIMILAR
  }

  /**
   * One or more known statements that follow each other, or the statement that is new, on one day.
   *
   * @param number of the statement; of several, of the last one
   * @param whole the balances of all of its days
   * @param day the balances at the begin and the end of the day
   * @param entries the entries of the day that have no reference and are not known yet
   */
  record DayPart(Optional<Long> number, DayBalances whole, DayBalances day, DayEntries entries) {
    /** Whether another one continues where this one ends, all of it. */
    private boolean isBefore(DayPart other) {
      return whole.end() == other.whole.begin();
    }

    private boolean isNumberedBefore(DayPart other) {
      return isBefore(other)
          && number.isPresent()
          && other.number.equals(number.map(before -> before + 1));
    }

    /** This part and another one that continues it. */
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

    /** This part without entries that are known by now. */
    DayPart without(DayEntries known) {
      return new DayPart(number, whole, day, entries.without(known));
    }

    /** Whether all bookings of the day that one of the two has are in the other one as well. */
    private boolean isOneWithin(DayPart other) {
      return day.begin() == other.day.begin() || day.end() == other.day.end();
    }
  }

  /** Balances, before the first booking and after the last one. */
  record DayBalances(long begin, long end) {}

  /**
   * Entries of a day.
   *
   * @param credits the amount that they add to the account
   * @param debits the amount that they take from it
   */
  record DayEntries(int count, long credits, long debits) {
    long moved() {
      return credits - debits;
    }

    /** Whether the balance may return to what it was. */
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
   * @param known the statements that have the entries
   * @param read the new statement
   * @param found what the day of the new statement shares with others, signed
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
    // The balance may be the same by chance, where it can return to what it was.
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
