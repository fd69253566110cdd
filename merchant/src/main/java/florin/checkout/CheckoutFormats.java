package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.core.Problem;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;
import florin.instrument.Instrument;
import florin.payment.PaymentFormats;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The formats of fields that sessions and links share. */
final class CheckoutFormats {
  static final Format<Currency> CURRENCY = Format.currency();
  static final Format<String> DESCRIPTION = TextFormats.paragraph(1000);
  static final Format<CaptureMethod> CAPTURE_METHOD =
      Format.choice(List.of(CaptureMethod.values()), CaptureMethod::text);
  static final Format<URI> URL = PaymentFormats.RETURN_URL;
  static final Format<Language> LANGUAGE =
      Format.choice(List.of(Language.values()), Language::text);

  static final Format<String> METHOD =
      Format.choice(
          Stream.of(Instrument.Type.values())
              .flatMap(type -> CheckoutState.names(type).stream())
              .distinct()
              .toList(),
          word -> word);

  /** The most connectors that a session or a link names, which is the most that can be enabled. */
  private static final int MAX_CONNECTORS = 10;

  private static final Format<ConnectorId> CONNECTOR = Format.id(ConnectorId.KIND);

  private static final Format<String> NAME = TextFormats.line(LineItem.MAX_NAME_LENGTH);
  private static final Format<Long> QUANTITY = Format.integer(Range.of(1, LineItem.MAX_QUANTITY));
  private static final Format<Long> PRICE =
      Format.integer(
          Range.of(0, Money.MAX_MINOR)
              .described("an integer in the currency's smallest unit")
              .refusedWith(ErrorCode.AMOUNT_TOO_SMALL, ErrorCode.AMOUNT_TOO_LARGE));

  private CheckoutFormats() {}

  /** Returns the lines of `line_items`; empty if there are none. */
  static List<LineItem> readLines(Params body) {
    var lines = new ArrayList<LineItem>();
    for (Params line : body.objects("line_items", LineItem.MAX_LINES)) {
      String name = line.required("name", NAME);
      long quantity = line.required("quantity", QUANTITY);
      long amount = line.required("amount", PRICE);
      lines.add(new LineItem(name, (int) quantity, amount));
    }
    return List.copyOf(lines);
  }

  /** Returns the connectors to offer, in order; empty for all. */
  static List<ConnectorId> readConnectors(Params body) {
    return body.list("connectors", CONNECTOR, MAX_CONNECTORS).stream().distinct().toList();
  }

  /** Returns the connectors as they are stored; empty for all. */
  static Optional<String> text(List<ConnectorId> connectors) {
    return Optional.of(connectors)
        .filter(ids -> !ids.isEmpty())
        .map(ids -> ids.stream().map(ConnectorId::text).collect(Collectors.joining(" ")));
  }

  /** Reads stored connectors. */
  static List<ConnectorId> connectors(Optional<String> text) {
    return text.stream()
        .flatMap(ids -> Stream.of(ids.split(" ")))
        .map(id -> ConnectorId.KIND.parse(id).orElseThrow())
        .toList();
  }

  /** Returns the given amount, or the total of the lines; if both are given, they must be equal. */
  static long readAmount(Params body, List<LineItem> lines) {
    if (lines.isEmpty()) {
      return body.required("amount", PaymentFormats.AMOUNT);
    }
    long total = LineItem.total(lines);
    Optional<Long> amount = body.optional("amount", PaymentFormats.AMOUNT);
    if (total < 1 || total > Money.MAX_MINOR) {
      body.error(
          "line_items",
          total < 1 ? ErrorCode.AMOUNT_TOO_SMALL : ErrorCode.AMOUNT_TOO_LARGE,
          "must add up to an amount from 1 to " + Money.MAX_MINOR + ".");
      return 1;
    }
    if (amount.isPresent() && amount.get() != total) {
      body.error(
          "amount",
          ErrorCode.PARAMETER_INVALID,
          "must equal the total of line_items (quantity times amount), or be omitted.");
    }
    return total;
  }

  /**
   * Requires https in live mode, so that a payer is not redirected over an unencrypted connection.
   */
  static void requireSafe(String name, Optional<URI> url) {
    if (url.filter(it -> !"https".equalsIgnoreCase(it.getScheme())).isPresent()) {
      throw Problem.BadParameters.of(
              name, ErrorCode.PARAMETER_INVALID, name + " must begin with https:// in live mode.")
          .refusal();
    }
  }
}
