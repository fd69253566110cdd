package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private static final Budgets BUDGETS =
      new Budgets(64, 64, 100, 50, 20, 12, 6, 2, 1 << 20, 1 << 20, 1 << 20);

  @Test
  void who_came_while_there_was_room_is_not_sent_away_for_those_who_came_after() {
    var capacity = new Capacity(BUDGETS);

    List<Holding> came =
        Stream.generate(() -> capacity.enter(Crowd.EVERYBODY, Optional.of("192.0.2.1")))
            .limit(5)
            .flatMap(Optional::stream)
            .toList();

    assertThat(came).extracting(Holding::isOneTooMany).containsExactly(false, false, true, true);
    came.forEach(Holding::end);
    assertThat(capacity.present()).isZero();
  }

  @Test
  void who_knocks_with_keys_keeps_nobody_at_the_same_address_from_asking_without_one() {
    var capacity = new Capacity(BUDGETS);
    Optional<String> address = Optional.of("192.0.2.1");

    List<Holding> knocking =
        Stream.generate(() -> capacity.enter(Crowd.KEYS, address).orElseThrow()).limit(12).toList();

    Holding probe = capacity.enter(Crowd.OPERATORS, address).orElseThrow();
    assertThat(probe.isOneTooMany()).isFalse();
    assertThat(knocking).noneMatch(Holding::isOneTooMany);
    assertThat(capacity.enter(Crowd.KEYS, address).orElseThrow().isOneTooMany()).isTrue();
  }
}
