package florin.instrument;

import florin.connector.Credential;
import florin.core.ErrorCode;
import florin.http.Format;
import florin.http.Params;
import florin.instrument.Instrument.CardChange;
import java.util.List;

/** The formats of payment method data in a request: a `type`, and an object of that name. */
public final class InstrumentFormats {
  private static final String CARD = Instrument.Type.CARD.text();

  private static final String HOSTED = Instrument.Type.HOSTED.text();

  private static final Format<String> PAGE_METHOD =
      Format.choice(Credential.Page.METHODS, word -> word);

  private static final List<String> TYPES = texts(Instrument.Type.listAsked());

  private static final List<String> KEPT = texts(Instrument.Type.listKept());

  /** The types by which a list of payments can be filtered. */
  public static final Format<Instrument.Type> TYPE =
      Format.choice(Instrument.Type.listAsked(), Instrument.Type::text);

  /** The types by which a list of payment methods can be filtered. */
  public static final Format<Instrument.Type> KEPT_TYPE =
      Format.choice(Instrument.Type.listKept(), Instrument.Type::text);

  /** Accepts any text. If the type is missing or unknown, the card is still checked. */
  private static final Format<String> ANY_TYPE = Format.line(40).then(CARD, Format.Reading::good);

  private InstrumentFormats() {}

  /**
   * Reads the payment method data of a payment: `type`, and the object of that name if there is
   * one.
   */
  public static Credential read(Params method) {
    return read(method, TYPES);
  }

  /** Reads the data of a payment method that is created separately, for later payments. */
  public static Credential readKept(Params method) {
    return read(method, KEPT);
  }

  private static Credential read(Params method, List<String> types) {
    String type = method.required("type", ANY_TYPE);
    if (types.contains(type)) {
      return read(Instrument.Type.ofText(type), method);
    }
    method.error(
        "type",
        ErrorCode.PAYMENT_METHOD_TYPE_UNSUPPORTED,
        "must be " + String.join(" or ", types) + ": no other type is supported here.");
    method.mentions(type);
    return CardFormats.placeholder();
  }

  private static Credential read(Instrument.Type type, Params method) {
    return switch (type) {
      case CARD -> CardFormats.read(method.requiredObject(CARD));
      case HOSTED -> new Credential.Page(readMethods(method));
      case BANK_TRANSFER -> new Credential.Transfer();
    };
  }

  /** Returns the methods for the provider's page; empty for the connector's setting. */
  private static List<String> readMethods(Params method) {
    return method
        .optionalObject(HOSTED)
        .map(page -> page.list("methods", PAGE_METHOD, Credential.Page.MAX_METHODS))
        .orElse(List.of())
        .stream()
        .distinct()
        .toList();
  }

  private static List<String> texts(List<Instrument.Type> types) {
    return types.stream().map(Instrument.Type::text).toList();
  }

  /** Reads an update of a payment method. Its type stays. */
  public static CardChange readChange(Params method) {
    CardChange card = CardFormats.readChange(method.optionalObject(CARD));
    method.notUpdatable("type");
    return card;
  }
}
