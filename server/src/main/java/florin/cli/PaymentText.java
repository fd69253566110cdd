package florin.cli;

import florin.core.Currency;
import florin.core.Money;
import florin.page.AmountText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Payments of the API for a person at a terminal. */
final class PaymentText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm 'UTC'", Locale.UK).withZone(ZoneOffset.UTC);

  /** The width of the columns of a list before the description. */
  private static final int FIRST_COLUMNS = 88;

  private static final int LEAST_DESCRIPTION = 12;

  private final Display display;
  private final Instant now;

  PaymentText(Display display, Instant now) {
    this.display = display;
    this.now = now;
  }

  /** A status with a symbol, so that the color is not the only difference. */
  private record Shown(Color color, String symbol, String words) {
    private String text() {
      return symbol + " " + words;
    }
  }

  /** Returns the status, with the refunds and the dispute, as in the dashboard. */
  private static Shown status(Map<?, ?> payment) {
    if (payment.get("dispute") instanceof Map<?, ?> dispute) {
      String status = text(dispute, "status");
      if (status.endsWith("needs_response") || status.endsWith("under_review")) {
        return new Shown(Color.RED, "!", "disputed");
      }
      if (status.equals("lost")) {
        return new Shown(Color.RED, "!", "dispute lost");
      }
    }
    return switch (text(payment, "status")) {
      case "succeeded" ->
          number(payment, "amount_refunded") == 0
              ? new Shown(Color.GREEN, "✓", "succeeded")
              : refunded(payment);
      case "requires_capture" -> new Shown(Color.AMBER, "●", "to capture");
      case "requires_action" -> new Shown(Color.AMBER, "●", "waiting for payer");
      case "processing" -> new Shown(Color.CYAN, "…", "processing");
      case "failed" -> new Shown(Color.RED, "✗", "failed");
      case String other -> new Shown(Color.GRAY, "–", other);
    };
  }

  private static Shown refunded(Map<?, ?> payment) {
    return Boolean.TRUE.equals(payment.get("refunded"))
        ? new Shown(Color.GRAY, "↩", "refunded")
        : new Shown(Color.AMBER, "✓", "partly refunded");
  }

  /** Prints the list as a table that fits the terminal. */
  void list(PrintStream out, List<Map<?, ?>> payments) {
    var table =
        new TextTable(
            display, "PAYMENT", "AGE", TextTable.AMOUNT, TextTable.STATUS, "PAID WITH", "ABOUT");
    int most = Math.max(LEAST_DESCRIPTION, display.columns() - FIRST_COLUMNS);
    for (Map<?, ?> payment : payments) {
      Shown status = status(payment);
      table.add(
          status.color(),
          payment.get("id"),
          age(created(payment)),
          amount(payment, "amount"),
          status.text(),
          method(payment),
          cut(about(payment), most));
    }
    table.print(out);
  }

  /** Returns an age: `40s`, `3m`, `5h`, `12d`. */
  private String age(Instant time) {
    Duration age = Duration.between(time, now);
    if (age.toMinutes() < 1) {
      return Math.max(0, age.toSeconds()) + "s";
    }
    if (age.toHours() < 1) {
      return age.toMinutes() + "m";
    }
    return age.toDays() < 1 ? age.toHours() + "h" : age.toDays() + "d";
  }

  private static String about(Map<?, ?> payment) {
    return Stream.of("description", "receipt_email", "customer")
        .map(field -> text(payment, field))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1).stripTrailing() + "…";
  }

  static String method(Map<?, ?> payment) {
    if (!(payment.get("payment_method") instanceof Map<?, ?> method)) {
      return "";
    }
    return method.get("card") instanceof Map<?, ?> card
        ? card.get("brand") + " …" + card.get("last4")
        : text(method, "type").replace('_', ' ');
  }

  /**
   * Prints a payment: its money, its details, and what happened.
   *
   * @param page the payment's page of the dashboard
   */
  void show(PrintStream out, Map<?, ?> payment, String page) {
    Shown status = status(payment);
    out.println(amount(payment, "amount") + "  " + display.colored(status.color(), status.text()));
    out.println();
    line(out, "Captured", amount(payment, "amount_captured"));
    line(out, "Refunded", amount(payment, "amount_refunded"));
    line(out, "Paid with", method(payment));
    out.println();
    line(out, "Payment", text(payment, "id"));
    line(out, "Customer", text(payment, "customer"));
    line(out, "Description", text(payment, "description"));
    line(out, "Created", TIME.format(created(payment)));
    line(out, "Mode", Boolean.TRUE.equals(payment.get("livemode")) ? "live" : "test");
    if (payment.get("failure") instanceof Map<?, ?> failure) {
      line(out, "Failure", text(failure, "code") + ": " + text(failure, "message"));
    }
    if (payment.get("attempts") instanceof List<?> attempts && !attempts.isEmpty()) {
      out.println();
      attempts.forEach(attempt -> event(out, (Map<?, ?>) attempt));
    }
    out.println();
    line(out, "Dashboard", page);
  }

  private void event(PrintStream out, Map<?, ?> attempt) {
    Color color =
        switch (text(attempt, "status")) {
          case "approved" -> Color.GREEN;
          case "declined", "failed" -> Color.RED;
          default -> Color.AMBER;
        };
    out.println(
        "%s %s  %s"
            .formatted(
                display.colored(color, color == Color.RED ? "✗" : "●"),
                display.colored(Color.GRAY, TIME.format(created(attempt))),
                sentence(attempt)));
  }

  /** Returns the attempt in words: `Capture of €5.00 approved`. */
  private static String sentence(Map<?, ?> attempt) {
    String operation = text(attempt, "operation");
    String noun =
        switch (operation) {
          case "authorize" -> "Authorization";
          case "cancel" -> "Cancellation";
          case String other -> other.substring(0, 1).toUpperCase(Locale.ROOT) + other.substring(1);
        };
    Object approved = attempt.get("amount_approved");
    return noun
        + " "
        + text(attempt, "status").replace('_', ' ')
        + (approved == null
            ? ""
            : ", for %s %s instead of %s"
                .formatted(approved, attempt.get("currency_approved"), attempt.get("amount")));
  }

  private void line(PrintStream out, String name, String value) {
    if (!value.isEmpty()) {
      out.println(display.colored(Color.GRAY, "%-12s".formatted(name)) + " " + value);
    }
  }

  private static String amount(Map<?, ?> payment, String field) {
    return AmountText.of(
        new Money(number(payment, field), Currency.get(text(payment, "currency"))));
  }

  private static long number(Map<?, ?> payment, String field) {
    return payment.get(field) instanceof Number number ? number.longValue() : 0;
  }

  private static String text(Map<?, ?> object, String field) {
    return Optional.ofNullable(object.get(field)).map(Object::toString).orElse("");
  }

  private static Instant created(Map<?, ?> object) {
    return Instant.ofEpochSecond(number(object, "created"));
  }
}
