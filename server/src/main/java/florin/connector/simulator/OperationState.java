package florin.connector.simulator;

import java.util.Locale;

/** What the network makes of an operation. */
enum OperationState {
  /** Under way: it has not reached the network, and nobody can say whether it will. */
  IN_FLIGHT,
  PENDING,
  REQUIRES_ACTION,
  APPROVED,
  DECLINED;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static OperationState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
