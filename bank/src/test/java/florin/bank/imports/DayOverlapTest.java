package florin.bank.imports;

import static florin.bank.imports.DayOverlap.OverlapVerdict.OTHER;
import static florin.bank.imports.DayOverlap.OverlapVerdict.SAME;
import static florin.bank.imports.DayOverlap.OverlapVerdict.SIMILAR;
import static florin.bank.imports.DayOverlap.OverlapVerdict.UNCLEAR;
import static org.assertj.core.api.Assertions.assertThat;

import florin.bank.imports.DayOverlap.DayBalances;
import florin.bank.imports.DayOverlap.DayEntries;
import florin.bank.imports.DayOverlap.DayPart;
import florin.bank.imports.DayOverlap.OverlapVerdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares two statements of one day by their balances. The day's credits are 100 and 300. */
class DayOverlapTest {
  private static final DayEntries BOTH = credits(2, 400);

  @Test
  void statements_with_the_same_opening_balance_share_the_bookings_of_the_shorter_one() {
    assertThat(decide(part(0, 400, BOTH), part(0, 100, credits(1, 100)), credits(1, 100)))
        .isEqualTo(SAME);
    assertThat(decide(part(0, 100, credits(1, 100)), part(0, 400, BOTH), credits(1, 100)))
        .isEqualTo(SAME);
  }

  @Test
  void statements_with_the_same_closing_balance_share_the_bookings_of_the_shorter_one() {
    assertThat(decide(part(0, 400, BOTH), part(100, 400, credits(1, 300)), credits(1, 300)))
        .isEqualTo(SAME);
    assertThat(decide(part(100, 400, credits(1, 300)), part(0, 400, BOTH), credits(1, 300)))
        .isEqualTo(SAME);
  }

  @Test
  void a_statement_that_begins_inside_another_shares_the_bookings_between_the_balances() {
    DayPart known = part(0, 400, BOTH);
    DayPart read = part(100, 900, credits(2, 800));

    assertThat(decide(known, read, credits(1, 300))).isEqualTo(SAME);
    assertThat(decide(read, known, credits(1, 300))).isEqualTo(SAME);
    assertThat(decide(known, read, mixed(2, 400, 100))).isEqualTo(SAME);
    assertThat(decide(known, read, credits(1, 200))).isEqualTo(UNCLEAR);
  }

  @Test
  void bookings_shared_with_other_entries_of_the_day_count_for_the_balances() {
    DayPart known = part(0, 400, BOTH);
    DayPart read = part(100, 900, credits(2, 800));

    assertThat(DayOverlap.decide(known, read, 200, credits(1, 100))).isEqualTo(SAME);
    assertThat(DayOverlap.decide(known, read, -200, credits(1, 500))).isEqualTo(SAME);
    assertThat(DayOverlap.decide(known, read, 200, credits(1, 99))).isEqualTo(UNCLEAR);
  }

  @Test
  void a_statement_that_continues_another_has_different_bookings() {
    DayPart first = part(0, 100, credits(1, 100));
    DayPart next = part(100, 500, credits(2, 400));

    assertThat(decide(first, next, credits(1, 100))).isEqualTo(OTHER);
    assertThat(decide(next, first, credits(1, 100))).isEqualTo(OTHER);
  }

  @Test
  void the_next_number_and_the_closing_balance_prove_another_statement() {
    DayPart first = numbered(7, part(0, 0, mixed(2, 100, 100)));

    assertThat(decide(first, numbered(8, first), mixed(2, 100, 100))).isEqualTo(OTHER);
    assertThat(decide(numbered(8, first), first, mixed(2, 100, 100))).isEqualTo(OTHER);
    for (long other : new long[] {5, 7, 9}) {
      assertThat(decide(first, numbered(other, first), mixed(2, 100, 100))).isEqualTo(UNCLEAR);
    }
    DayPart before = part(0, 100, mixed(3, 200, 100));
    DayPart after = part(100, 200, mixed(3, 200, 100));
    assertThat(decide(numbered(7, before), numbered(8, after), mixed(2, 50, 40))).isEqualTo(OTHER);
    assertThat(decide(numbered(8, before), numbered(7, after), mixed(2, 50, 40)))
        .isEqualTo(UNCLEAR);
    DayPart elsewhere = part(50, 100, credits(1, 50));
    assertThat(
            decide(
                numbered(7, part(0, 100, credits(1, 50))), numbered(8, elsewhere), credits(1, 50)))
        .isEqualTo(SAME);
    assertThat(decide(part(0, 0, mixed(2, 100, 100)), first, mixed(2, 100, 100)))
        .isEqualTo(UNCLEAR);
  }

  @Test
  void a_statement_with_all_bookings_of_another_by_balance_but_not_by_text_is_similar() {
    assertThat(decide(part(0, 400, BOTH), part(0, 300, credits(2, 300)), credits(1, 100)))
        .isEqualTo(SIMILAR);
    assertThat(decide(part(0, 400, BOTH), part(50, 400, credits(2, 350)), credits(1, 100)))
        .isEqualTo(SIMILAR);
    assertThat(decide(part(0, 400, BOTH), part(50, 600, credits(2, 550)), credits(1, 100)))
        .isEqualTo(UNCLEAR);
  }

  /**
   * With credits and debits, a balance can return to an earlier value, so equal balances prove
   * nothing.
   */
  @Test
  void a_balance_that_may_match_by_chance_is_ambiguous() {
    DayPart before = part(0, 100, mixed(3, 200, 100));
    DayPart after = part(100, 200, mixed(3, 200, 100));

    assertThat(decide(before, after, mixed(2, 50, 40))).isEqualTo(UNCLEAR);
    assertThat(decide(before, after, credits(1, 30))).isEqualTo(OTHER);
    DayPart plain = part(100, 130, credits(1, 30));
    assertThat(decide(before, plain, credits(1, 30))).isEqualTo(UNCLEAR);
    assertThat(decide(plain, before, credits(1, 30))).isEqualTo(UNCLEAR);
    DayPart credited = part(0, 100, credits(2, 100));
    assertThat(decide(credited, plain, credits(1, 30))).isEqualTo(OTHER);
    assertThat(decide(credited, plain, new DayEntries(1, 0, 30))).isEqualTo(OTHER);
  }

  @Test
  void parts_of_a_day_are_added_and_known_entries_subtracted() {
    DayPart first = numbered(1, part(0, 100, mixed(3, 150, 50)));
    DayPart next = numbered(2, part(100, 130, mixed(2, 40, 10)));

    assertThat(next.continues(first)).isTrue();
    assertThat(first.continues(next)).isFalse();
    assertThat(first.with(next)).isEqualTo(numbered(2, part(0, 130, mixed(5, 190, 60))));
    assertThat(first.without(mixed(2, 110, 20)).entries()).isEqualTo(mixed(1, 40, 30));
    assertThat(first.without(mixed(2, 110, 20)).number()).contains(1L);
  }

  private static OverlapVerdict decide(DayPart known, DayPart read, DayEntries alike) {
    return DayOverlap.decide(known, read, 0, alike);
  }

  private static DayPart part(long begin, long end, DayEntries entries) {
    var balances = new DayBalances(begin, end);
    return new DayPart(Optional.empty(), balances, balances, entries);
  }

  private static DayPart numbered(long number, DayPart part) {
    return new DayPart(Optional.of(number), part.whole(), part.day(), part.entries());
  }

  private static DayEntries credits(int count, long amount) {
    return new DayEntries(count, amount, 0);
  }

  private static DayEntries mixed(int count, long credits, long debits) {
    return new DayEntries(count, credits, debits);
  }
}
