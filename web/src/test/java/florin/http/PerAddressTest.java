package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PerAddressTest {
  private final PerAddress taken = new PerAddress();

  @Test
  void an_address_has_a_limit_and_nothing_is_taken_beyond_it() {
    assertThat(taken.take("a", 3, 5)).hasValue(3);
    assertThat(taken.take("a", 3, 5)).isEmpty();
    assertThat(taken.tryTake("a", 2, 5)).isTrue();
    assertThat(taken.tryTake("a", 1, 5)).isFalse();
    assertThat(taken.tryTake("b", 5, 5)).as("another address").isTrue();
  }

  @Test
  void a_returned_slot_can_be_taken_once_more() {
    taken.take("a", 5, 5);
    taken.give("a", 2);
    assertThat(taken.take("a", 3, 5)).isEmpty();
    assertThat(taken.take("a", 2, 5)).hasValue(5);
    taken.give("a", 5);
    assertThat(taken.take("a", 5, 5)).hasValue(5);
    taken.give("never", 9);
    assertThat(taken.take("never", 6, 5)).isEmpty();
  }
}
