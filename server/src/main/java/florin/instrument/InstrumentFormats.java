package florin.instrument;

import florin.connector.Credential;
import florin.core.ErrorCode;
import florin.http.Format;
import florin.http.Params;
import java.util.List;

/** How what is paid with is read from a request: by its `type`, an object of that name. */
public final class InstrumentFormats {
  private static final String CARD = Instrument.Type.CARD.text();

  private static final List<String> TYPES = texts(Instrument.Type.listAsked());

  private static final List<String> KEPT = texts(Instrument.Type.listKept());

  /** The types that a list of payments can be asked for. */
  public static final Format<Instrument.Type> TYPE =
      Format.choice(Instrument.Type.listAsked(), Instrument.Type::text);

  /** Those that a list of payment methods can be asked for. */
  public static final Format<Instrument.Type> KEPT_TYPE =
      Format.choice(Instrument.Type.listKept(), Instrument.Type::text);

  /** Any text; where it is missing or none, the card is looked at nevertheless. */
  private static final Format<String> ANY_TYPE = Format.line(40).then(CARD, Format.Reading::good);

  private InstrumentFormats() {}

  /** What a payment is made with: `type`, and the object of that name where there is one. */
  public static Credential read(Params method) {
    return read(method, TYPES);
  }

  /** The same, of what is made by itself, to be paid with later. */
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
      case HOSTED -> new Credential.Page(List.of());
      case BANK_TRANSFER -> new Credential.Transfer();
    };
  }

  private static List<String> texts(List<Instrument.Type> types) {
    return types.stream().map(Instrument.Type::text).toList();
  }

  /** What an update may say of it; its type stays. */
  public static CardChange readChange(Params method) {
    CardChange card = CardFormats.readChange(method.optionalObject(CARD));
    method.notUpdatable("type");
    return card;
  }
}
