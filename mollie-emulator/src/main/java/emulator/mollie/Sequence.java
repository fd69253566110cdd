package emulator.mollie;

import java.util.Arrays;
import java.util.Locale;

/** The parts that a payment can have in a recurring sequence (`sequenceType`). */
enum Sequence {
  ONEOFF,
  FIRST,
  RECURRING;

  static Sequence read(String text) {
    return Arrays.stream(values())
        .filter(one -> one.text().equals(text))
        .findFirst()
        .orElseThrow(() -> Problem.invalid("The sequence type is invalid", "sequenceType"));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
