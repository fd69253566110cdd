package florin.bank.imports;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bank.imports.StatementOrder.PlacedStatement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StatementOrderTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);

  private static PlacedStatement link(long id, int days, long number, long opening, long closing) {
    return new PlacedStatement(
        new UUID(0, id),
        DAY.plusDays(days),
        DAY.plusDays(days),
        Optional.of(number).filter(it -> it > 0),
        opening,
        closing,
        false,
        0,
        false);
  }

  private static PlacedStatement overlapping(PlacedStatement of, int firstDay) {
    return new PlacedStatement(
        of.id(),
        DAY.plusDays(firstDay),
        of.day(),
        of.number(),
        of.opening(),
        of.closing(),
        true,
        0,
        false);
  }

  private static List<Long> gaps(List<PlacedStatement> ordered) {
    return ordered.stream().filter(PlacedStatement::gap).map(StatementOrderTest::id).toList();
  }

  private static List<Long> ids(List<PlacedStatement> ordered) {
    return ordered.stream().map(StatementOrderTest::id).toList();
  }

  private static long id(PlacedStatement link) {
    return link.id().getLeastSignificantBits();
  }

  @Test
  void statements_of_one_day_have_no_gap_in_any_order_of_arrival() {
    for (long seed = 1; seed <= 200; seed++) {
      var random = new Random(seed);
      var all = new ArrayList<PlacedStatement>();
      long balance = 0;
      for (int id = 1; id <= 12; id++) {
        long next = balance + random.nextInt(-3, 4);
        all.add(
            link(
                random.nextInt(100) * 100 + id,
                id / 5,
                random.nextBoolean() ? id : 0,
                balance,
                next));
        balance = next;
      }
      Collections.shuffle(all, random);

      List<PlacedStatement> ordered = StatementOrder.of(List.of(link(0, -1, 0, 0, 0)), all);

      assertThat(gaps(ordered)).as("seed %d: %s", seed, ordered).isEmpty();
      assertThat(ordered.getLast().closing()).as("seed %d", seed).isEqualTo(balance);
    }
  }

  @Test
  void the_place_is_that_of_its_day() {
    List<PlacedStatement> ordered =
        StatementOrder.of(
            List.of(link(9, -1, 0, 0, 5)),
            List.of(link(1, 0, 0, 7, 9), link(2, 0, 0, 5, 7), link(3, 1, 0, 9, 9)));

    assertThat(ids(ordered)).containsExactly(2L, 1L, 3L);
    assertThat(ordered.stream().map(PlacedStatement::place)).containsExactly(0, 1, 0);
  }

  @Test
  void a_statement_is_missing_until_it_arrives() {
    PlacedStatement first = link(1, 0, 231, 0, 100);
    PlacedStatement missing = link(3, 0, 232, 100, 250);
    PlacedStatement third = link(2, 0, 233, 250, 300);

    assertThat(gaps(StatementOrder.of(List.of(), List.of(first, third)))).containsExactly(2L);
    List<PlacedStatement> all = StatementOrder.of(List.of(), List.of(first, third, missing));
    assertThat(gaps(all)).isEmpty();
    assertThat(ids(all)).containsExactly(1L, 3L, 2L);
  }

  @Test
  void a_statement_missing_before_the_first_one_is_found_by_the_day_before() {
    assertThat(gaps(StatementOrder.of(List.of(link(1, -1, 0, 0, 4)), List.of(link(2, 0, 0, 5, 7)))))
        .containsExactly(2L);
  }

  @Test
  void of_several_candidates_the_lowest_number_is_first() {
    assertThat(
            ids(
                StatementOrder.of(
                    List.of(link(9, -1, 0, 3, 0)),
                    List.of(link(1, 0, 12, 0, 0), link(2, 0, 11, 0, 0)))))
        .containsExactly(2L, 1L);
  }

  @Test
  void a_statement_with_a_successor_precedes_one_without() {
    assertThat(
            ids(
                StatementOrder.of(
                    List.of(link(9, -1, 0, 3, 0)),
                    List.of(link(1, 0, 0, 0, 50), link(2, 0, 0, 0, 100), link(3, 0, 0, 100, 0)))))
        .containsExactly(2L, 3L, 1L);
  }

  @Test
  void an_overlap_is_no_gap_and_either_of_the_two_may_be_continued() {
    PlacedStatement official = link(1, 0, 0, 0, 100);
    PlacedStatement export = overlapping(link(2, 1, 0, 40, 180), 0);

    assertThat(
            gaps(StatementOrder.of(List.of(), List.of(official, export, link(3, 1, 0, 100, 190)))))
        .isEmpty();
    assertThat(
            gaps(StatementOrder.of(List.of(), List.of(official, export, link(3, 2, 0, 180, 190)))))
        .isEmpty();
    assertThat(
            gaps(StatementOrder.of(List.of(), List.of(official, export, link(3, 2, 0, 170, 190)))))
        .containsExactly(3L);
  }

  @Test
  void an_overlap_closes_a_gap_only_if_it_begins_in_known_bookings() {
    PlacedStatement known = link(1, 0, 0, 0, 100);
    PlacedStatement late = link(2, 5, 0, 500, 600);

    assertThat(
            gaps(
                StatementOrder.of(
                    List.of(), List.of(known, late, overlapping(link(3, 9, 0, 50, 900), 0)))))
        .isEmpty();
    assertThat(
            gaps(
                StatementOrder.of(
                    List.of(), List.of(known, late, overlapping(link(3, 9, 0, 550, 900), 4)))))
        .containsExactly(2L);
  }

  @Test
  void a_balance_is_continued_only_until_the_next_statement() {
    List<PlacedStatement> ordered =
        StatementOrder.of(
            List.of(),
            List.of(link(1, 0, 0, 0, 100), link(2, 1, 0, 100, 150), link(3, 2, 0, 100, 170)));

    assertThat(gaps(ordered)).containsExactly(3L);
  }

  @Test
  void an_overlap_is_not_continued_after_the_first_statement_of_a_later_day() {
    PlacedStatement official = link(1, 0, 0, 0, 100);
    PlacedStatement export = overlapping(link(2, 1, 0, 40, 180), 0);

    List<PlacedStatement> ordered =
        StatementOrder.of(
            List.of(), List.of(official, export, link(3, 2, 0, 100, 190), link(4, 3, 0, 180, 200)));

    assertThat(gaps(ordered)).containsExactly(4L);
  }

  @Test
  void any_of_the_newest_sixteen_balances_may_be_continued() {
    var known = new ArrayList<>(List.of(link(1, 0, 0, 0, 100)));
    for (int id = 2; id <= 16; id++) {
      known.add(overlapping(link(id, 1, 0, 40, 1000 + id), 0));
    }
    PlacedStatement next = link(20, 2, 0, 100, 190);

    assertThat(gaps(StatementOrder.of(known, List.of(next)))).isEmpty();
    known.add(overlapping(link(17, 1, 0, 40, 1017), 0));
    assertThat(gaps(StatementOrder.of(known, List.of(next)))).containsExactly(20L);
  }

  @Test
  void without_a_statement_before_it_the_chain_begins_where_none_ends() {
    List<PlacedStatement> ordered =
        StatementOrder.of(
            List.of(),
            List.of(
                link(1, 0, 1, 5, 7),
                link(2, 0, 2, 5, 9),
                link(3, 0, 3, 9, 5),
                link(4, 0, 4, 0, 5)));

    assertThat(ids(ordered)).containsExactly(4L, 2L, 3L, 1L);
    assertThat(gaps(ordered)).isEmpty();
  }

  @Test
  void of_several_chains_the_one_that_continues_the_day_before_is_first() {
    List<PlacedStatement> ordered =
        StatementOrder.of(
            List.of(link(9, -1, 0, 3, 0)), List.of(link(1, 0, 1, 50, 60), link(2, 0, 2, 0, 5)));

    assertThat(ids(ordered)).containsExactly(2L, 1L);
    assertThat(gaps(ordered)).containsExactly(1L);
  }

  @Test
  void each_of_several_chains_begins_with_its_first_statement() {
    List<PlacedStatement> ordered =
        StatementOrder.of(
            List.of(), List.of(link(1, 0, 1, 5, 7), link(2, 0, 2, 0, 5), link(3, 0, 3, 50, 60)));

    assertThat(ids(ordered)).containsExactly(2L, 1L, 3L);
    assertThat(gaps(ordered)).containsExactly(3L);
  }
}
