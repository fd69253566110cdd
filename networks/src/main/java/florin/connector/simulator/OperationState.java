package florin.connector.simulator;

import java.util.Locale;

/** The state of an operation at the network. */
enum OperationState {
  /** The message is in flight: it has not reached the network, and may never do so. */
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
