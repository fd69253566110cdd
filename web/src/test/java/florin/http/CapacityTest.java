package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Mode;
import florin.core.Realm;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private static final Budgets BUDGETS =
      new Budgets(64, 64, 100, 50, 20, 12, 6, 2, 1 << 20, 1 << 20, 1 << 20);

  @Test
  void an_admitted_request_is_not_dropped_for_a_later_one() {
    var capacity = new Capacity(BUDGETS);

    List<ResourceReservation> came =
        Stream.generate(() -> capacity.enter(TrafficClass.EVERYBODY, Optional.of("192.0.2.1")))
            .limit(5)
            .flatMap(Optional::stream)
            .toList();

    assertThat(came)
        .extracting(ResourceReservation::isOneTooMany)
        .containsExactly(false, false, true, true);
    came.forEach(ResourceReservation::end);
    assertThat(capacity.present()).isZero();
  }

  @Test
  void attempts_with_keys_do_not_block_requests_without_one_from_the_same_address() {
    var capacity = new Capacity(BUDGETS);
    Optional<String> address = Optional.of("192.0.2.1");

    List<ResourceReservation> knocking =
        Stream.generate(() -> capacity.enter(TrafficClass.KEYS, address).orElseThrow())
            .limit(12)
            .toList();

    ResourceReservation probe = capacity.enter(TrafficClass.OPERATORS, address).orElseThrow();
    assertThat(probe.isOneTooMany()).isFalse();
    assertThat(knocking).noneMatch(ResourceReservation::isOneTooMany);
    assertThat(capacity.enter(TrafficClass.KEYS, address).orElseThrow().isOneTooMany()).isTrue();
  }

  @Test
  void an_account_and_requests_without_a_secret_key_leave_slots_for_others() {
    var capacity = new Capacity(BUDGETS);

    for (int i = 0; i < 100; i++) {
      enter(capacity, hostile -> hostile.hasKey(secretOf(1)));
      enter(capacity, ResourceReservation::mayStay);
    }

    assertThat(capacity.present()).isLessThan(100);
    enter(capacity, merchant -> merchant.hasKey(secretOf(2)));
    assertThat(capacity.present()).isEqualTo(1 + 63 + 25);
  }

  @Test
  void one_party_has_a_part_of_its_traffic_classs_memory() {
    var capacity = new Capacity(new Budgets(64, 64, 100, 50, 20, 12, 6, 2, 100, 80, 60));
    Optional<Capacity.Party> one = Optional.of(capacity.browsers("192.0.2.1"));
    Optional<Capacity.Party> other = Optional.of(capacity.browsers("192.0.2.2"));

    assertThat(capacity.tryTake(TrafficClass.BROWSERS, one, 40)).isTrue();
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, one, 1))
        .as("one address may hold at most half")
        .isFalse();
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, Optional.empty(), 20)).isTrue();
    assertThat(capacity.held(TrafficClass.BROWSERS)).isEqualTo(60);
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, other, 21))
        .as("the class has 80 bytes")
        .isFalse();
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, other, 20)).isTrue();
    assertThat(capacity.held(TrafficClass.PAYERS)).as("another traffic class").isZero();

    capacity.give(TrafficClass.BROWSERS, one, 40);
    assertThat(capacity.held(TrafficClass.BROWSERS)).isEqualTo(40);
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, one, 40)).isTrue();
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, other, 1)).isFalse();
    capacity.give(TrafficClass.BROWSERS, one, 40);
    assertThat(capacity.tryTake(TrafficClass.BROWSERS, other, 20))
        .as("rejected bytes do not count")
        .isTrue();
  }

  @Test
  void a_released_slot_can_be_taken_again() {
    var capacity = new Capacity(BUDGETS);
    for (int i = 0; i < BUDGETS.unauthenticated(); i++) {
      assertThat(capacity.tryEnterAsUnauthenticated()).isTrue();
    }
    assertThat(capacity.tryEnterAsUnauthenticated()).isFalse();
    capacity.leaveAsUnauthenticated();
    assertThat(capacity.tryEnterAsUnauthenticated()).isTrue();

    Capacity.Party browser = capacity.browsers("192.0.2.1");
    for (int i = 1; i <= 12; i++) {
      assertThat(browser.enter()).hasValue(i);
    }
    assertThat(browser.enter()).isEmpty();
    browser.leave();
    assertThat(browser.enter()).hasValue(12);

    for (int i = 0; i < 4; i++) {
      assertThat(capacity.tryTakeFile()).isTrue();
    }
    assertThat(capacity.tryTakeFile()).isFalse();
    capacity.giveFile();
    assertThat(capacity.tryTakeFile()).isTrue();
  }

  @Test
  void running_requests_are_counted_over_all_traffic_classes() {
    var capacity = new Capacity(BUDGETS);
    var key = capacity.admission(TrafficClass.KEYS).enter(RequestPriority.FIRST).orElseThrow();
    var payer = capacity.admission(TrafficClass.PAYERS).enter(RequestPriority.FIRST).orElseThrow();

    assertThat(capacity.running()).isEqualTo(2);
    key.close();
    payer.close();
    assertThat(capacity.running()).isZero();
  }

  /** Enters without an address to count, and leaves again if the request may not stay. */
  private static void enter(Capacity capacity, Predicate<ResourceReservation> stays) {
    ResourceReservation reservation =
        capacity.enter(TrafficClass.KEYS, Optional.empty()).orElseThrow();
    if (!stays.test(reservation) && !reservation.mayStay()) {
      reservation.end();
    }
  }

  private static Caller secretOf(long account) {
    return new Caller(
        Realm.of(account, Mode.TEST), new KeyId(new UUID(0, account)), KeyKind.SECRET);
  }
}
