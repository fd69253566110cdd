package emulator.mollie;

import java.util.Locale;

/** The statuses of a payment. */
public enum Status {
  OPEN,
  PENDING,
  AUTHORIZED,
  PAID,
  CANCELED,
  EXPIRED,
  FAILED;

  boolean isFinal() {
    return this == PAID || this == CANCELED || this == EXPIRED || this == FAILED;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
