package florin.dashboard;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The lists with columns that users choose and views that they save. */
enum ListKind {
  PAYMENTS(
      "/dashboard/payments",
      List.of(
          new ListColumn("status", "Status", true),
          new ListColumn("customer", "Customer", true),
          new ListColumn("description", "Description", true),
          new ListColumn("method", "Method", true),
          new ListColumn("created", "Created", true),
          new ListColumn("captured", "Captured", false),
          new ListColumn("refunded", "Refunded", false),
          new ListColumn("metadata", "Metadata", false),
          new ListColumn("connector", "Connector", false),
          new ListColumn("id", "ID", false))),
  REFUNDS(
      "/dashboard/payments/refunds",
      List.of(
          new ListColumn("status", "Status", true),
          new ListColumn("reason", "Reason", true),
          new ListColumn("id", "Refund", true),
          new ListColumn("payment", "Payment", false),
          new ListColumn("created", "Created", true))),
  CUSTOMERS(
      "/dashboard/customers",
      List.of(
          new ListColumn("email", "Email", true),
          new ListColumn("phone", "Phone", false),
          new ListColumn("payments", "Payments", true),
          new ListColumn("spent", "Paid", true),
          new ListColumn("description", "Description", true),
          new ListColumn("metadata", "Metadata", false),
          new ListColumn("created", "Created", true),
          new ListColumn("id", "ID", false))),
  EVENTS(
      "/dashboard/events",
      List.of(
          new ListColumn("object", "About", true),
          new ListColumn("created", "When", true),
          new ListColumn("id", "ID", false))),
  REQUESTS(
      "/dashboard/requests",
      List.of(
          new ListColumn("status", "Status", true),
          new ListColumn("touched", "Object", true),
          new ListColumn("key", "Key", true),
          new ListColumn("duration", "Time taken", true),
          new ListColumn("created", "When", true),
          new ListColumn("address", "Address", false),
          new ListColumn("id", "ID", false))),
  UNMATCHED(
      "/dashboard/bank",
      List.of(
          new ListColumn("status", "Status", true),
          new ListColumn("party", "From", true),
          new ListColumn("message", "Message", true),
          new ListColumn("reason", "Why", true),
          new ListColumn("booked", "Booked on", false),
          new ListColumn("account", "Bank account", false),
          new ListColumn("created", "Received", true),
          new ListColumn("id", "ID", false))),
  CREDITS(
      "/dashboard/bank/credits",
      List.of(
          new ListColumn("status", "Status", true),
          new ListColumn("party", "From", true),
          new ListColumn("reason", "Why", true),
          new ListColumn("payment", "Payment", true),
          new ListColumn("message", "Message", false),
          new ListColumn("booked", "Booked on", false),
          new ListColumn("account", "Bank account", false),
          new ListColumn("created", "Received", true),
          new ListColumn("id", "ID", false))),
  STATEMENTS(
      "/dashboard/bank/statements",
      List.of(
          new ListColumn("account", "Bank account", true),
          new ListColumn("day", "Day", true),
          new ListColumn("opening", "Opening balance", false),
          new ListColumn("entries", "Entries", true),
          new ListColumn("note", "Issues", true),
          new ListColumn("format", "Format", false),
          new ListColumn("created", "Imported", true),
          new ListColumn("id", "ID", false)));

  private final String path;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable copy by List.of
  private final List<ListColumn> columns;

  ListKind(String path, List<ListColumn> columns) {
    this.path = path;
    this.columns = columns;
  }

  /**
   * An optional column.
   *
   * @param usual whether it is shown by default
   */
  record ListColumn(String name, String label, boolean usual) {}

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String path() {
    return path;
  }

  /** Returns the title of the page. */
  String title() {
    return switch (this) {
      case REQUESTS -> "Logs";
      case UNMATCHED, CREDITS, STATEMENTS -> "Bank transfers";
      case PAYMENTS, REFUNDS, CUSTOMERS, EVENTS -> CodeText.of(this);
    };
  }

  /** Returns the plural noun for the lines. */
  String noun() {
    return switch (this) {
      case UNMATCHED -> "unmatched transfers";
      case CREDITS -> "customer credits";
      case PAYMENTS, REFUNDS, CUSTOMERS, EVENTS, REQUESTS, STATEMENTS -> text();
    };
  }

  List<ListColumn> columns() {
    return columns;
  }

  static Optional<ListKind> parse(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }
}
