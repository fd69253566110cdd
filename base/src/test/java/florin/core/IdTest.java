package florin.core;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdTest {
  /** Examples from the TypeID specification. */
  @ParameterizedTest
  @CsvSource({
    "00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
    "00000000000000000000000001, 00000000-0000-0000-0000-000000000001",
    "0000000000000000000000000g, 00000000-0000-0000-0000-000000000010",
    "7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0123456789abcdefghjkmnpqrs, 0110c853-1d09-52d8-d73e-1194e95b5f19",
    "01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057"
  })
  void an_id_is_written_and_parsed_as_specified(String suffix, UUID uuid) {
    assertThat(new PaymentId(uuid)).hasToString("pay_" + suffix);
    assertThat(PaymentId.KIND.parse("pay_" + suffix)).contains(new PaymentId(uuid));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pay_",
        "pay",
        "cus_01h455vb4pex5vsknk084sn02q",
        "pay_01h455vb4pex5vsknk084sn02",
        "pay_01h455vb4pex5vsknk084sn02qq",
        "pay_81h455vb4pex5vsknk084sn02q",
        "pay_01H455VB4PEX5VSKNK084SN02Q",
        "pay_01h455vb4pex5vsknk084sn0iq",
        "pay-01h455vb4pex5vsknk084sn02q",
        "pay_01h455vb4pex5vsknk084sn0é",
        "pay_01h455vb4pex5vsknk084sn02\u0080"
      })
  void a_text_that_is_not_exactly_an_id_of_the_kind_is_not_parsed(String text) {
    assertThat(PaymentId.KIND.parse(text)).isEmpty();
  }

  @Test
  void ids_of_different_kinds_are_different() {
    UUID uuid = UUID.randomUUID();
    assertThat((Object) new PaymentId(uuid)).isNotEqualTo(new CustomerId(uuid));
  }

  @Test
  void ids_of_one_kind_are_equal_only_with_the_same_uuid() {
    UUID uuid = UUID.randomUUID();
    var id = new PaymentId(uuid);

    assertThat(id).isEqualTo(new PaymentId(uuid)).hasSameHashCodeAs(new PaymentId(uuid));
    assertThat(id).isNotEqualTo(new PaymentId(UUID.randomUUID()));
    assertThat(id.hashCode()).isEqualTo(uuid.hashCode());
    assertThat(id.kind()).isEqualTo(PaymentId.KIND);
  }

  @Test
  void ids_ascend_carry_their_time_and_are_version_7() {
    var ids = new IdSource(Clock.systemUTC());
    long before = System.currentTimeMillis();
    List<UUID> made = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      made.add(ids.next());
    }
    assertThat(made).isSorted().doesNotHaveDuplicates();
    for (UUID uuid : made) {
      assertThat(uuid.version()).isEqualTo(7);
      assertThat(uuid.variant()).isEqualTo(2);
      assertThat(uuid.getMostSignificantBits() >>> 16).isBetween(before, before + 10_000);
    }
  }

  @Test
  void ids_ascend_though_the_clock_runs_backwards() {
    var times = new ArrayList<>(List.of(5_000L, 4_000L, 3_000L));
    InstantSource clock = () -> Instant.ofEpochMilli(times.removeFirst());
    var ids = new IdSource(clock);
    assertThat(List.of(ids.next(), ids.next(), ids.next())).isSorted().doesNotHaveDuplicates();
  }
}
