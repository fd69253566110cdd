package florin.dashboard;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The lists of which people choose columns and keep views. */
enum ListKind {
  PAYMENTS(
      "/dashboard/payments",
      List.of(
          new Column("status", "Status", true),
          new Column("customer", "Customer", true),
          new Column("description", "Description", true),
          new Column("method", "Method", true),
          new Column("created", "Created", true),
          new Column("captured", "Captured", false),
          new Column("refunded", "Refunded", false),
          new Column("metadata", "Metadata", false),
          new Column("connector", "Connector", false),
          new Column("id", "Id", false))),
  REFUNDS(
      "/dashboard/payments/refunds",
      List.of(
          new Column("status", "Status", true),
          new Column("reason", "Reason", true),
          new Column("id", "Refund", true),
          new Column("payment", "Payment", false),
          new Column("created", "Created", true))),
  CUSTOMERS(
      "/dashboard/customers",
      List.of(
          new Column("email", "E-mail", true),
          new Column("phone", "Phone", false),
          new Column("description", "Description", true),
          new Column("metadata", "Metadata", false),
          new Column("created", "Created", true),
          new Column("id", "Id", false))),
  EVENTS(
      "/dashboard/events",
      List.of(
          new Column("object", "About", true),
          new Column("created", "When", true),
          new Column("id", "Id", false)));

  private final String path;
  private final List<Column> columns;

  ListKind(String path, List<Column> columns) {
    this.path = path;
    this.columns = columns;
  }

  /**
   * What can be shown of each line, beside what is always there.
   *
   * @param usual whether those see it who have not chosen
   */
  record Column(String name, String label, boolean usual) {}

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String path() {
    return path;
  }

  List<Column> columns() {
    return columns;
  }

  static Optional<ListKind> parse(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }
}
