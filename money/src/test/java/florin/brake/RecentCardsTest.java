package florin.brake;

import static org.assertj.core.api.Assertions.assertThat;

import florin.brake.BrowserTry.Outcome;
import florin.brake.RecentCards.Verdict;
import florin.core.Mode;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentCardsTest {
  private static final Realm REALM = new Realm(2);
  private static final Instant START = Instant.parse("2026-11-28T10:00:00Z");
  private static final double USUAL = 0.1;

  private final RecentCards cards = new RecentCards(Mode.LIVE);

  @Test
  void an_address_is_slowed_then_proves_its_work_and_is_closed() {
    assertThat(stepAfterDeclines(4)).isEqualTo(Step.NONE);
    assertThat(stepAfterDeclines(1)).isEqualTo(Step.SLOW);
    assertThat(stepAfterDeclines(2)).isEqualTo(Step.SLOW);
    assertThat(stepAfterDeclines(1)).isEqualTo(Step.PROVE);
    assertThat(stepAfterDeclines(2)).isEqualTo(Step.CLOSE);
  }

  @Test
  void a_subject_that_honest_payers_share_is_not_closed() {
    Map<SubjectKind, String> bank = Map.of(SubjectKind.BIN, "424242");
    Instant later = START.plusSeconds(60);
    IntStream.range(0, 8).forEach(i -> cards.add(tried(bank, "good " + i, false, START)));
    IntStream.range(0, 40).forEach(i -> cards.add(tried(bank, "bad " + i, true, later)));

    assertThat(cards.judge(bank, true, USUAL, later).step()).isEqualTo(Step.PROVE);
    assertThat(cards.judge(bank, false, USUAL, later).step()).isEqualTo(Step.NONE);
  }

  private Step stepAfterDeclines(int more) {
    // Enough good cards of others that the account isn't watched.
    for (int i = 0; i < more; i++) {
      add("203.0.113.7", true, START);
      IntStream.range(0, 9).forEach(other -> add("198.51.100." + other, false, START));
    }
    return step("203.0.113.7", START);
  }

  @Test
  void a_shared_address_is_not_slowed_for_its_size() {
    var random = new Random(7);
    for (int i = 0; i < 500; i++) {
      add("203.0.113.7", random.nextInt(100) < 8, START);
      assertThat(step("203.0.113.7", START)).as("card %d", i).isEqualTo(Step.NONE);
    }
  }

  @Test
  void one_card_that_is_declined_often_is_one_card() {
    IntStream.range(0, 12).forEach(_ -> add("203.0.113.7", "one", true, START));

    assertThat(step("203.0.113.7", START)).isEqualTo(Step.NONE);
    assertThat(cards.judge(Map.of(SubjectKind.CARD, "one"), true, USUAL, START).step())
        .isEqualTo(Step.CLOSE);
  }

  @Test
  void cards_count_for_an_hour() {
    IntStream.range(0, 5).forEach(_ -> add("203.0.113.7", true, START));

    assertThat(step("203.0.113.7", START.plus(RecentTries.WINDOW).minusMillis(1)))
        .isEqualTo(Step.SLOW);
    assertThat(step("203.0.113.7", START.plus(RecentTries.WINDOW))).isEqualTo(Step.NONE);
  }

  @Test
  void an_account_is_watched_while_far_more_cards_are_declined_than_usual() {
    IntStream.range(0, 20).forEach(i -> add("192.0.2." + i, false, START));
    assertThat(step("203.0.113.7", START)).isEqualTo(Step.NONE);

    IntStream.range(0, 12).forEach(i -> add("198.51.100." + i, true, START));
    Verdict watched = cards.judge(Map.of(SubjectKind.ADDRESS, "203.0.113.7"), true, USUAL, START);
    assertThat(watched.step()).isEqualTo(Step.PROVE);
    assertThat(watched.decisions())
        .singleElement()
        .satisfies(it -> assertThat(it.kind()).isEqualTo(SubjectKind.ACCOUNT));

    // The watch outlasts the shape for a time.
    Instant later = START.plus(Duration.ofMinutes(29));
    IntStream.range(0, 40).forEach(i -> add("192.0.2." + i, false, later));
    assertThat(step("203.0.113.7", later)).isEqualTo(Step.PROVE);
    assertThat(step("203.0.113.7", START.plus(RecentCards.WATCHED))).isEqualTo(Step.NONE);
  }

  @Test
  void a_watched_account_closes_an_address_after_three_declined_cards() {
    IntStream.range(0, 15).forEach(i -> add("198.51.100." + i, true, START));
    IntStream.range(0, 2).forEach(_ -> add("203.0.113.7", true, START));
    assertThat(step("203.0.113.7", START)).isEqualTo(Step.PROVE);

    add("203.0.113.7", true, START);
    assertThat(step("203.0.113.7", START)).isEqualTo(Step.CLOSE);
  }

  @Test
  void while_watched_cards_of_unfamiliar_banks_and_networks_are_one_source() {
    Map<SubjectKind, String> newOne = source("900000", "192.0.2.0/24");
    assertThat(cards.needsFamiliar(START)).isFalse();
    IntStream.range(0, 15).forEach(i -> add("198.51.100." + i, true, START));
    assertThat(cards.judge(newOne, false, USUAL, START).step()).isEqualTo(Step.NONE);
    assertThat(cards.needsFamiliar(START)).isTrue();
    cards.recognize(Optional.of(new Familiar(List.of("424242", "203.0.113.0/24"))), START);
    assertThat(cards.needsFamiliar(START)).isFalse();

    IntStream.range(0, 9).forEach(i -> addUnfamiliar(i));
    assertThat(cards.judge(newOne, false, USUAL, START).step()).isEqualTo(Step.NONE);
    addUnfamiliar(9);
    assertThat(cards.judge(newOne, false, USUAL, START).decisions())
        .singleElement()
        .satisfies(it -> {
          assertThat(it.kind()).isEqualTo(SubjectKind.UNFAMILIAR);
          assertThat(it.step()).isEqualTo(Step.CLOSE);
          assertThat(it.declined()).isEqualTo(10);
        });
    for (Map<SubjectKind, String> known :
        List.of(
            source("424242", "192.0.2.0/24"),
            source("900000", "203.0.113.0/24"),
            Map.of(SubjectKind.NETWORK, "192.0.2.0/24"))) {
      assertThat(cards.judge(known, false, USUAL, START).step()).isEqualTo(Step.NONE);
    }

    cards.release(SubjectKind.ACCOUNT, "", START.plusSeconds(1));
    assertThat(cards.judge(newOne, false, USUAL, START.plusSeconds(1)).step()).isEqualTo(Step.NONE);
  }

  @Test
  void an_account_without_a_past_has_nothing_familiar() {
    IntStream.range(0, 15).forEach(i -> add("198.51.100." + i, true, START));
    cards.judge(source("900000", "192.0.2.0/24"), false, USUAL, START);
    cards.recognize(Optional.empty(), START);
    IntStream.range(0, 20).forEach(this::addUnfamiliar);

    assertThat(cards.judge(source("900000", "192.0.2.0/24"), false, USUAL, START).step())
        .isEqualTo(Step.NONE);
  }

  private void addUnfamiliar(int number) {
    cards.add(
        tried(source("80000" + number, "10.0." + number + ".0/24"), "bad " + number, true, START));
  }

  private static Map<SubjectKind, String> source(String bank, String network) {
    return Map.of(SubjectKind.BIN, bank, SubjectKind.NETWORK, network);
  }

  @Test
  void what_is_usual_for_the_account_does_not_watch_it() {
    var random = new Random(11);
    IntStream.range(0, 1_000)
        .forEach(i -> {
          add("192.0.2." + i, random.nextInt(100) < 40, START);
          assertThat(
                  cards.judge(Map.of(SubjectKind.ADDRESS, "203.0.113.7"), true, 0.4, START).step())
              .isEqualTo(Step.NONE);
        });
  }

  @Test
  void a_card_that_is_read_twice_counts_once() {
    BrowserTry tried = tried("203.0.113.7", "c", false, START);
    IntStream.range(0, 30).forEach(_ -> cards.add(tried));
    cards.resolve(tried.id(), Outcome.DECLINED);
    cards.resolve(UUID.randomUUID(), Outcome.DECLINED);

    assertThat(cards.judge(tried.subjects(), true, USUAL, START)).isEqualTo(Verdict.NONE);
  }

  @Test
  void a_released_subject_starts_anew() {
    IntStream.range(0, 5).forEach(_ -> add("203.0.113.7", true, START));
    BrowserTry late = tried("203.0.113.7", "late", true, START);
    Instant at = START.plusSeconds(1);
    cards.release(SubjectKind.ADDRESS, "203.0.113.7", at);

    assertThat(step("203.0.113.7", START)).isEqualTo(Step.NONE);
    IntStream.range(0, 5).forEach(_ -> cards.add(late));
    assertThat(step("203.0.113.7", at)).isEqualTo(Step.NONE);
    IntStream.range(0, 5).forEach(_ -> add("203.0.113.7", true, at.plusSeconds(1)));
    cards.release(SubjectKind.ADDRESS, "203.0.113.7", at);
    assertThat(step("203.0.113.7", at.plusSeconds(1))).as("read again").isEqualTo(Step.SLOW);
  }

  @Test
  void cards_that_were_sent_and_not_charged_are_not_good() {
    Map<SubjectKind, String> bank = Map.of(SubjectKind.BIN, "424242");
    List<BrowserTry> stored =
        IntStream.range(0, 8)
            .mapToObj(i -> tried(bank, "stored " + i, Outcome.OPEN, START))
            .toList();
    stored.forEach(cards::add);
    Instant later = START.plusSeconds(60);
    IntStream.range(0, 40).forEach(i -> cards.add(tried(bank, "bad " + i, true, later)));
    assertThat(cards.judge(bank, true, USUAL, later).step()).isEqualTo(Step.CLOSE);

    stored.forEach(card -> assertThat(cards.resolve(card.id(), Outcome.CHARGED)).isTrue());
    assertThat(cards.resolve(stored.getFirst().id(), Outcome.CHARGED)).isFalse();
    assertThat(cards.judge(bank, true, USUAL, later).step()).isEqualTo(Step.PROVE);
  }

  @Test
  void the_largest_account_forgets_first_and_its_oldest_sources() {
    var small = new RecentCards(Mode.LIVE);
    IntStream.range(0, 5).forEach(i -> small.add(tried("192.0.2.1", "s" + i, true, START)));
    IntStream.range(0, 500).forEach(i -> add("198.51.100." + i, true, START));
    IntStream.range(0, 5).forEach(_ -> add("203.0.113.7", true, START));
    int ofSmall = small.size();

    Brakes.trim(List.of(small, cards), 300);

    assertThat(small.size() + cards.size()).isEqualTo(300);
    assertThat(small.size()).isEqualTo(ofSmall);
    assertThat(step("203.0.113.7", START)).isNotEqualTo(Step.NONE);
    assertThat(Brakes.mostEntries(64L << 20)).isEqualTo(10_485);
    assertThat(Brakes.mostEntries(1L << 40)).isEqualTo(200_000);
  }

  @Test
  void in_test_mode_a_minute_without_a_card_opens_a_source() {
    var tests = new RecentCards(Mode.TEST);
    Map<SubjectKind, String> address = Map.of(SubjectKind.ADDRESS, "203.0.113.7");
    IntStream.range(0, 15)
        .forEach(i -> tests.add(tried("203.0.113.7", "c" + i, true, START.plusSeconds(i))));
    Instant last = START.plusSeconds(14);

    Instant until = last.plus(RecentCards.PAUSE_OF_TESTS);
    assertThat(tests.until(SubjectKind.ADDRESS, "203.0.113.7", last)).isEqualTo(until);
    assertThat(tests.judge(address, true, USUAL, until.minusMillis(1)).step())
        .isEqualTo(Step.CLOSE);
    assertThat(tests.judge(address, true, USUAL, until.plus(RecentCards.PAUSE_OF_TESTS)))
        .isEqualTo(Verdict.NONE);
  }

  @Test
  void a_source_is_stopped_until_too_few_declined_cards_are_left() {
    IntStream.range(0, 7).forEach(i -> add("203.0.113.7", true, START.plusSeconds(i)));

    // From three declined cards on, a watched account closes an address.
    assertThat(cards.until(SubjectKind.ADDRESS, "203.0.113.7", START.plusSeconds(7)))
        .isEqualTo(START.plusSeconds(4).plus(RecentTries.WINDOW));
    assertThat(cards.until(SubjectKind.ADDRESS, "198.51.100.1", START)).isEqualTo(START);
  }

  private Step step(String address, Instant now) {
    return cards.judge(Map.of(SubjectKind.ADDRESS, address), true, USUAL, now).step();
  }

  private void add(String address, boolean isDeclined, Instant at) {
    add(address, UUID.randomUUID().toString(), isDeclined, at);
  }

  private void add(String address, String card, boolean isDeclined, Instant at) {
    cards.add(tried(address, card, isDeclined, at));
  }

  private static BrowserTry tried(String address, String card, boolean isDeclined, Instant at) {
    return tried(Map.of(SubjectKind.ADDRESS, address), card, isDeclined, at);
  }

  private static BrowserTry tried(
      Map<SubjectKind, String> source, String card, boolean isDeclined, Instant at) {
    return tried(source, card, isDeclined ? Outcome.DECLINED : Outcome.CHARGED, at);
  }

  private static BrowserTry tried(
      Map<SubjectKind, String> source, String card, Outcome outcome, Instant at) {
    var subjects = new EnumMap<SubjectKind, String>(source);
    subjects.put(SubjectKind.CARD, card);
    return new BrowserTry(REALM, UUID.randomUUID(), at, subjects, List.of(), outcome);
  }
}
