package florin.dashboard.books;

/** The command with which a developer simulates a settlement. */
final class SettlementCurl {
  private SettlementCurl() {}

  static String at(String origin) {
    return "curl -u sk_test_...: -X POST %s/v2/test/settlements -H \"Content-Type: application/json\" -d '{}'"
        .formatted(origin);
  }
}
