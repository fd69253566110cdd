package florin.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HmacTest {
  private final Hmac hmac = new Hmac("Jefe".getBytes(UTF_8));

  /** RFC 4231, section 4: test cases 1 to 4, 6 and 7. A `*` repeats the byte before it. */
  @ParameterizedTest
  @CsvSource({
    "0b*20, 4869205468657265, b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    "4a656665, 7768617420646f2079612077616e7420666f72206e6f7468696e673f,"
        + " 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    "aa*20, dd*50, 773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    "0102030405060708090a0b0c0d0e0f10111213141516171819, cd*50,"
        + " 82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    "aa*131, 54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374,"
        + " 60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    "aa*131, 5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e,"
        + " 9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  })
  void returns_the_values_of_rfc_4231(String key, String message, String mac) {
    assertThat(new Hmac(bytes(key)).of(bytes(message))).asHexString().isEqualToIgnoringCase(mac);
  }

  /** RFC 4231, section 4.6. */
  @Test
  void verifies_a_mac_that_was_cut_to_128_bits() {
    byte[] cut = bytes("a3b6167473100ee06e0c796c2955552b");
    assertThat(new Hmac(bytes("0c*20")).verify("Test With Truncation".getBytes(UTF_8), cut))
        .isTrue();
  }

  @Test
  void macs_a_text_as_its_utf8_bytes() {
    assertThat(hmac.of("zwölf €")).isEqualTo(hmac.of("zwölf €".getBytes(UTF_8)));
  }

  @Test
  void verifies_its_own_mac_and_rejects_any_that_differs_in_one_byte() {
    byte[] message = "a message".getBytes(UTF_8);
    byte[] mac = hmac.of(message);
    assertThat(hmac.verify(message, mac)).isTrue();
    for (int i = 0; i < mac.length; i++) {
      byte[] tampered = mac.clone();
      tampered[i] ^= 1;
      assertThat(hmac.verify(message, tampered)).as("byte %d", i).isFalse();
    }
    assertThat(hmac.verify("another".getBytes(UTF_8), mac)).isFalse();
  }

  @Test
  void rejects_a_mac_shorter_than_half_or_longer_than_full() {
    byte[] message = "a message".getBytes(UTF_8);
    byte[] mac = hmac.of(message);
    assertThat(hmac.verify(message, Arrays.copyOf(mac, Hmac.SHORTEST))).isTrue();
    assertThat(hmac.verify(message, Arrays.copyOf(mac, Hmac.SHORTEST - 1))).isFalse();
    assertThat(hmac.verify(message, new byte[0])).isFalse();
    assertThat(hmac.verify(message, Arrays.copyOf(mac, Hmac.LENGTH + 1))).isFalse();
  }

  @Test
  void rejects_an_empty_key() {
    assertThatThrownBy(() -> new Hmac(new byte[0])).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void serves_many_threads_concurrently() throws InterruptedException, ExecutionException {
    List<Callable<byte[]>> calls =
        IntStream.range(0, 10_000)
            .<Callable<byte[]>>mapToObj(i -> () -> hmac.of("message " + i % 10))
            .toList();
    List<byte[]> expected =
        IntStream.range(0, 10)
            .mapToObj(i -> new Hmac(bytes("4a656665")).of("message " + i))
            .toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> macs = threads.invokeAll(calls);
      for (int i = 0; i < macs.size(); i++) {
        assertThat(macs.get(i).get()).isEqualTo(expected.get(i % 10));
      }
    }
  }

  @Test
  void does_not_show_its_key() {
    assertThat(hmac).hasToString("Hmac[…]");
  }

  private static byte[] bytes(String hex) {
    String[] repeated = hex.split("\\*");
    return repeated.length == 1
        ? HexFormat.of().parseHex(hex)
        : HexFormat.of().parseHex(repeated[0].repeat(Integer.parseInt(repeated[1])));
  }
}
