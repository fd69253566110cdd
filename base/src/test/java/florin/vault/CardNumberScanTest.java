package florin.vault;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Pan;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardNumberScanTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "4242424242424242",
        "5555555555554444",
        "2223003122003222",
        "6011111111111117",
        "3566002020360505",
        "378282246310005",
        "36227206271667",
        "30569309025904",
        "4242 4242 4242 4242",
        "4242-4242-4242-4242",
        "4242-4242 4242-4242",
        "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2",
        "3782 822463 10005",
        "my card is 4242424242424242, thanks",
        "card:4242424242424242.",
        "order 12: 4242 4242 4242 4242",
        "12   4242424242424242",
        "12---4242424242424242",
        "4242  4242 4242 4242",
        "4242--4242-4242-4242",
        "4242 -4242-4242-4242",
        "4242 - 4242424242424242",
        "4242.4242.4242.4242",
        "4242. 4242. 4242. 4242",
        "4242\t4242\t4242\t4242",
        "4242\u00a04242\u00a04242\u00a04242",
        "4242\u20094242\u202f4242\u30004242",
        "4242\u20114242\u22124242\u00ad4242",
        "4242\u00b74242\u30024242\uff0e4242",
        "4\u200b242\u200d4242\u20604242\ufeff4242",
        "4\ufe0f\u20e324242424242424\ufe0f\u20e32",
        "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
        "۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲",
        "४२४२ ४२४२ ४२४२ ४२४२",
        "４２４２４２４２４２４２４２４２",
        "424242424242424２",
        "\ud835\udfd2242424242424242",
        "6200000000000005",
        "8100000000000002",
        "62000000000000000",
        "6200000000000000000",
        "601100000000000004",
        "353011133330000000",
        "4000000000000000006",
        "4000 0000 0000 0000 006",
        "-4242424242424242-",
        "--4242424242424242",
        " 4242424242424242 ",
        "x4242424242424242y",
        "4242424242424242\n5",
        "4242424242424241 / 4242424242424242",
        "4242424242424242/4242424242424241",
        "😀4242424242424242😀",
        // Beside other digits.
        "4242424242424242 7",
        "7 4242424242424242",
        "12 4242424242424242",
        "1-4242-4242-4242-4242",
        "4242 4242 4242 4242 12/28",
        "4242424242424242 12/2028",
        "4242424242424242 123",
        "4242 4242 4242 4242 123",
        "3782 822463 10005 12/28 1234",
        "12 3056 930902 5904 1",
        "1 4000 0000 0000 0000 006 12",
        "1. 4242424242424242",
        "order 7 4242424242424242",
        "paid by 4242424242424242. 3 items",
        "2026-11-22 4242 4242 4242 4242",
        // With line breaks.
        "4242\n4242\n4242\n4242",
        "4242\r4242\r4242\r4242",
        "4242\r\n4242\r\n4242\r\n4242",
        "4242\r\n 4242\r\n 4242\r\n 4242",
        "4242\t4242\t4242\t4242",
        "4242\u20284242\u20294242\u00854242",
        "4242\u000b4242\f4242\u20434242",
        "4242424242424242\r",
        "42424242\n42424242",
      })
  void finds_a_card_number(String text) {
    assertThat(CardNumberScan.finds(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        "Order 1234 for Ada, 3 pieces",
        // Fails the Luhn check.
        "4242424242424241",
        "4242 4242 4242 4243",
        "1234567890123456",
        "378282246310006",
        // Sequences of 17, 15 and 32 digits. The scan never checks a part of a sequence.
        "42424242424242427",
        "٤4242424242424242",
        "4242424242424242٤",
        "424242424242424",
        "42424242424242424242424242424242",
        "42424242424242427 12/28",
        "4242 4242 4242 4243 12/28",
        // Groups that no card has.
        "7 42424242 42424242",
        "424 24242 4242 4242 1",
        "4242 4242 4242424 4242 4242",
        "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2 1",
        // More than two separators, or other characters.
        "4242\n\n\n4242\n4242\n4242",
        "4242\r\r\r4242\n4242\n4242",
        "4242   4242 4242 4242",
        "4242---4242-4242-4242",
        "4242 .-4242-4242-4242",
        "4242\u200b\u200b\u200b4242 4242 4242",
        "4242/4242/4242/4242",
        "4242_4242_4242_4242",
        "4242a4242b4242c4242",
        "4242é4242é4242é4242",
        "4242\u00804242\u00804242\u00804242",
        "4242\r4242\r4242\r4243\r",
        // UUIDs whose digits would be a card number.
        "6f1b4242-4242-4242-4242-4a4a4ac0ffee",
        "a4242424242424242bcdefabcdefabcd",
        // A phone number, an IBAN, a timestamp and an id.
        "+49 30 901820",
        "DE89 3704 0044 0532 0130 00",
        "2026-11-21 12:00:00",
        "01h455vb4pex5vsknk084sn02q",
      })
  void ignores_other_text(String text) {
    assertThat(CardNumberScan.finds(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // No brand has the prefix.
        "9000000000000001",
        "0000000000000000",
        "1000000000000008",
        // The brand does not issue this length today.
        "4222222222222",
        "42424242424242",
        "40000000000000006",
        "400000000000000002",
        "55555555555555552",
        "3400000000000000",
        "3056930009020004",
        // The brand is not one of the seven.
        "6759649826438453",
      })
  void ignores_a_number_that_no_brand_issues_although_its_check_digit_is_correct(String number) {
    assertThat(new Pan(number).isValid()).isTrue();
    assertThat(CardNumberScan.finds(number)).isFalse();
  }

  @Test
  void finds_a_visa_number_under_a_prefix_reserved_for_elo() {
    var pan = new Pan("4011780000000006");
    assertThat(Brand.of(pan)).isEqualTo(Brand.ELO);
    assertThat(pan.isValid()).isTrue();
    assertThat(CardNumberScan.finds(pan.digits())).isTrue();
  }

  @Test
  void an_iban_in_groups_of_four_is_not_a_card_number() {
    assertThat(CardNumberScan.finds("to DE12 4242 4242 4242 4242 00, please")).isFalse();
    assertThat(CardNumberScan.finds("to DE12 0000 4242424242424242")).isTrue();
    assertThat(CardNumberScan.finds("my card: 12 4242 4242 4242 4242")).isTrue();
    assertThat(CardNumberScan.finds("Visa 1 2 4242 4242 4242 4242")).isTrue();
    assertThat(CardNumberScan.finds("A1 2 4242 4242 4242 4242")).isTrue();
  }

  /** Compares the scan with a slow, literal implementation of the definition. */
  @Test
  void agrees_with_the_definition_on_random_texts() {
    long seed = new Random().nextLong();
    System.out.println("CardNumberScanTest seed " + seed);
    var random = new Random(seed);
    int found = 0;
    for (int i = 0; i < 30_000; i++) {
      String text = randomText(random);
      boolean expected = findsSlowly(text);
      found += expected ? 1 : 0;
      assertThat(CardNumberScan.finds(text)).as("%s (seed %d)", text, seed).isEqualTo(expected);
    }
    assertThat(found).as("seed %d", seed).isBetween(1_000, 29_000);
  }

  private static String randomText(Random random) {
    var pieces =
        new String[] {
          "4242",
          "4242 4242",
          "-4242",
          "424242424242",
          "4242424242424242",
          " ",
          "-",
          ".",
          "\u200b",
          "x",
          "7",
          "12",
          "3782",
          "822463",
          "10005"
        };
    var text = new StringBuilder();
    int length = random.nextInt(1, 12);
    for (int i = 0; i < length; i++) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }

  private static boolean findsSlowly(String text) {
    return Pattern.compile("[0-9](?:[ .\u200b-]{0,2}[0-9])*")
        .matcher(text)
        .results()
        .flatMap(run ->
            candidates(
                List.of(run.group().split("[ .\u200b-]+")),
                run.start() > 0 && text.charAt(run.start() - 1) == 'x'))
        .anyMatch(run ->
            (run.matches("4[0-9]{15}|4[0-9]{18}|5[1-5][0-9]{14}|3[47][0-9]{13}|3[068][0-9]{12}"))
                && new Pan(run).isValid());
  }

  private static Stream<String> candidates(List<String> groups, boolean followLetter) {
    var shapes =
        Set.of(List.of(4, 4, 4, 4), List.of(4, 4, 4, 4, 3), List.of(4, 6, 5), List.of(4, 6, 4));
    var found = new ArrayList<>(groups);
    found.add(String.join("", groups));
    if (followLetter && groups.getFirst().length() == 2) {
      return found.stream();
    }
    for (int from = 0; from < groups.size(); from++) {
      for (int to = from + 1; to <= groups.size(); to++) {
        List<String> window = groups.subList(from, to);
        if (shapes.contains(window.stream().map(String::length).toList())) {
          found.add(String.join("", window));
        }
      }
    }
    return found.stream();
  }

  @Test
  void reads_a_long_text_in_time_proportional_to_its_length() {
    var hostile =
        "4242424242424241 x 4-".repeat(50_000)
            + "4".repeat(1_000_000)
            + "-4242 4242 4242 4243".repeat(50_000)
            + "-4-4".repeat(250_000);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    // CPU time ignores other processes on the machine.
    long begun = threads.getCurrentThreadCpuTime();
    assertThat(CardNumberScan.finds(hostile)).isFalse();
    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begun))
        .isLessThan(Duration.ofSeconds(5));
  }
}
