package florin.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Mode;
import florin.core.Pan;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BrandTest {
  @ParameterizedTest
  @CsvSource({
    "4242424242424242, visa, credit",
    "4000056655665556, visa, debit",
    "5555555555554444, mastercard, credit",
    "2223003122003222, mastercard, credit",
    "5200828282828210, mastercard, debit",
    "5105105105105100, mastercard, prepaid",
    "378282246310005, amex, credit",
    "371449635398431, amex, credit",
    "6011111111111117, discover, credit",
    "6011000990139424, discover, credit",
    "3056930009020004, diners, credit",
    "36227206271667, diners, credit",
    "3566002020360505, jcb, credit",
    "6200000000000005, unionpay, credit",
    "4000000000000002, visa, unknown",
  })
  void recognizes_brand_and_funding_of_the_test_numbers(
      String number, String brand, String funding) {
    var pan = new Pan(number);
    assertThat(pan.isValid()).isTrue();
    assertThat(Brand.of(pan)).isEqualTo(Brand.ofText(brand));
    assertThat(Brand.of(pan).allowsLength(number.length())).isTrue();
    assertThat(Funding.of(pan, Mode.TEST)).isEqualTo(Funding.ofText(funding));
    assertThat(Funding.of(pan, Mode.LIVE)).isEqualTo(Funding.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    // Mir ends before Mastercard begins.
    "2199999999999999, unknown",
    "2200000000000000, mir",
    "2204999999999999, mir",
    "2205000000000000, unknown",
    "2220999999999999, unknown",
    "2221000000000000, mastercard",
    "2720999999999999, mastercard",
    "2721000000000000, unknown",
    "5099999999999999, elo",
    "5100000000000000, mastercard",
    "5599999999999999, mastercard",
    "5600000000000000, maestro",
    // Diners, Amex and JCB share the prefix 3.
    "30000000000000, diners",
    "30599999999999, diners",
    "30600000000000, unknown",
    "30900000000000, diners",
    "340000000000000, amex",
    "350000000000000, unknown",
    "3527999999999999, unknown",
    "3528000000000000, jcb",
    "3530000000000000, jcb",
    "3560000000000000, jcb",
    "3589999999999999, jcb",
    "3590000000000000, unknown",
    "36000000000000, diners",
    "370000000000000, amex",
    "38000000000000, diners",
    // Elo and Maestro have ranges within Visa's prefix 4.
    "4011770000000000, visa",
    "4011780000000000, elo",
    "4011799999999999, elo",
    "4011800000000000, visa",
    "4389350000000000, elo",
    "4576310000000000, elo",
    "4576330000000000, visa",
    "4936980000000000, maestro",
    "4936990000000000, visa",
    // Elo and RuPay have ranges within Maestro's prefix 50.
    "5000000000000000, maestro",
    "5041750000000000, elo",
    "5041760000000000, maestro",
    "5066990000000000, elo",
    "5067780000000000, elo",
    "5067790000000000, maestro",
    "5085000000000000, rupay",
    "5090000000000000, elo",
    // Discover, RuPay, Elo, UnionPay and Maestro share the prefix 6.
    "6010999999999999, rupay",
    "6011000000000000, discover",
    "6012000000000000, rupay",
    "6069850000000000, rupay",
    "6221260000000000, unionpay",
    "6229250000000000, unionpay",
    "6277800000000000, elo",
    "6277810000000000, unionpay",
    "6304000000000000, maestro",
    "6362970000000000, elo",
    "6362980000000000, maestro",
    "6439999999999999, unknown",
    "6440000000000000, discover",
    "6499999999999999, discover",
    "6500000000000000, discover",
    "6500310000000000, elo",
    "6500340000000000, discover",
    "6516520000000000, elo",
    "6521499999999999, discover",
    "6521500000000000, rupay",
    "6531499999999999, rupay",
    "6531500000000000, discover",
    "6550000000000000, elo",
    "6550200000000000, discover",
    "6550210000000000, elo",
    "6759000000000000, maestro",
    // RuPay and UnionPay share the prefix 8.
    "8099999999999999, unknown",
    "8100000000000000, unionpay",
    "8171999999999999, unionpay",
    "8172000000000000, rupay",
    "8198999999999999, rupay",
    "8199000000000000, unknown",
    "8200000000000000, rupay",
    "9000000000000000, unknown",
    "0000000000000000, unknown",
    "1, unknown",
    "4, visa",
  })
  void the_longest_prefix_determines_the_brand(String number, String brand) {
    assertThat(Brand.of(new Pan(number)).text()).isEqualTo(brand);
  }

  @ParameterizedTest
  @CsvSource({
    "VISA, 13 16 19, 3",
    "MASTERCARD, 16, 3",
    "AMEX, 15, 4",
    "DISCOVER, 16 17 18 19, 3",
    "DINERS, 14 15 16 17 18 19, 3",
    "JCB, 16 17 18 19, 3",
    "UNIONPAY, 16 17 18 19, 3",
    "MAESTRO, 12 13 14 15 16 17 18 19, 3",
    "ELO, 16, 3",
    "MIR, 16 17 18 19, 3",
    "RUPAY, 16, 3",
    "UNKNOWN, 8 9 10 11 12 13 14 15 16 17 18 19, 3 4",
  })
  void accepts_only_the_lengths_of_each_brand(Brand brand, String lengths, String codeLengths) {
    for (int i = 0; i <= 40; i++) {
      assertThat(brand.allowsLength(i)).as("length %d", i).isEqualTo(has(lengths, i));
      assertThat(brand.allowsCodeLength(i)).as("code length %d", i).isEqualTo(has(codeLengths, i));
    }
  }

  private static boolean has(String lengths, int length) {
    return (" " + lengths + " ").contains(" " + length + " ");
  }

  @ParameterizedTest
  @EnumSource(Brand.class)
  void is_written_in_lower_case_and_read_back(Brand brand) {
    assertThat(brand.text()).isLowerCase();
    assertThat(Brand.ofText(brand.text())).isEqualTo(brand);
    assertThatThrownBy(() -> Brand.ofText("switch")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(Funding.class)
  void writes_funding_in_lower_case_and_reads_it_back(Funding funding) {
    assertThat(Funding.ofText(funding.text())).isEqualTo(funding);
  }

  @Test
  void finds_a_brand_for_any_digits() {
    long seed = new Random().nextLong();
    System.out.println("BrandTest seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      int length = random.nextInt(1, 33);
      var digits = new StringBuilder();
      while (digits.length() < length) {
        digits.append(random.nextInt(10));
      }
      assertThat(Brand.of(new Pan(digits.toString()))).as("seed %d", seed).isNotNull();
    }
  }
}
