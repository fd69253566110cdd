package florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayoutReferenceTest {
  @ParameterizedTest
  @CsvSource({
    "STRIPE-8X4 K2,  Payout stripe 8x4k2",
    "po_1A2B3C,      from PO1A2B3C",
    "po_1A2B3C,      'PO 1A2\nB3C, thanks'",
    "ABC123,         LTDABC123EUR",
    "1234567,        2026/1234567/8",
    "1234567,        12345678 1234567",
    "1234567,        EUR1234567EUR",
  })
  void a_reference_is_found_whatever_its_case_and_punctuation(String reported, String text) {
    assertThat(isIn(reported, text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1234567, 12345678",
    "1234567, 01234567",
    "ABC123,  ABC1234",
    "123ABC,  0123ABC",
    "ABC123,  ABC 12",
    "ABC123,  ''",
  })
  void a_number_is_not_found_within_a_longer_number(String reported, String text) {
    assertThat(isIn(reported, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AB-12", "A.B.1.2.3", "PAYOUT", "Auszahlung für Jo", "Ж１２３４５６"})
  void a_short_or_wordy_reference_identifies_nothing(String reported) {
    assertThat(PayoutReference.find(reported)).isEmpty();
  }

  private static boolean isIn(String reported, String text) {
    return PayoutReference.find(reported)
        .orElseThrow()
        .isIn(List.of(PayoutReference.Text.of("Other text"), PayoutReference.Text.of(text)));
  }
}
