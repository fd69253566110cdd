package florin.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
    "100.64.0.0/10, 100.64.0.0, 100.127.255.255, 100.63.255.255, 100.128.0.0",
    "172.16.0.0/12, 172.16.0.0, 172.31.255.255, 172.15.255.255, 172.32.0.0",
    "198.18.0.0/15, 198.18.0.0, 198.19.255.255, 198.17.255.255, 198.20.0.0",
    "192.0.2.128/25, 192.0.2.128, 192.0.2.255, 192.0.2.127, 192.0.3.128",
    "192.0.2.7/32, 192.0.2.7, 192.0.2.7, 192.0.2.6, 192.0.2.8",
    "192.0.2.7, 192.0.2.7, 192.0.2.7, 192.0.2.6, 193.0.2.7",
    "fc00::/7, fc00::, fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, fbff::, fe00::",
    "fe80::/10, fe80::, febf::1, fe7f::, fec0::",
    "2001:db8::1/128, 2001:db8::1, 2001:db8::1, 2001:db8::, 2001:db8::2"
  })
  void a_range_has_its_first_and_last_address_and_no_adjacent_ones(
      String range, String first, String last, String before, String after) {
    AddressRange it = AddressRange.of(range);

    assertThat(contains(it, first)).isTrue();
    assertThat(contains(it, last)).isTrue();
    assertThat(contains(it, before)).isFalse();
    assertThat(contains(it, after)).isFalse();
  }

  /** The examples of RFC 5952, sections 1 and 4. */
  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:0db8::0001, 2001:db8::1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "2001:DB8::AAAA:0:0:1, 2001:db8::aaaa:0:0:1",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "::ffff:192.0.2.1, 192.0.2.1"
  })
  void an_address_has_one_text(String address, String text) {
    assertThat(AddressRange.text(AddressRange.literal(address).orElseThrow())).isEqualTo(text);
    assertThat(AddressRange.literal(text)).isEqualTo(AddressRange.literal(address));
  }

  @Test
  void a_range_with_zero_bits_has_every_address_of_its_version_only() {
    assertThat(contains(AddressRange.of("0.0.0.0/0"), "255.1.2.3")).isTrue();
    assertThat(contains(AddressRange.of("0.0.0.0/0"), "2001:db8::1")).isFalse();
    assertThat(contains(AddressRange.of("::/0"), "2001:db8::1")).isTrue();
    assertThat(contains(AddressRange.of("::/0"), "192.0.2.1")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/+8",
        "10.0.0.0/8/8",
        "10.0.0/8",
        "010.0.0.0/8",
        "256.0.0.0/8",
        "example.com/8",
        "::/129",
        "::/1000",
        "1:2:3/8"
      })
  void an_invalid_range_is_not_parsed(String text) {
    assertThat(AddressRange.parse(text)).isEmpty();
    assertThatThrownBy(() -> AddressRange.of(text)).hasMessageContaining("not a range: " + text);
  }

  private static boolean contains(AddressRange range, String address) {
    return range.contains(AddressRange.literal(address).orElseThrow());
  }
}
