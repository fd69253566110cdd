package florin.instrument;

import florin.connector.Credential;
import florin.core.ErrorCode;
import florin.http.Format;
import florin.http.Params;
import java.util.List;

/** How what is paid with is read from a request: by its `type`, an object of that name. */
public final class InstrumentFormats {
  private static final String CARD = Instrument.Type.CARD.text();

  private static final List<String> TYPES =
      Instrument.Type.listAsked().stream().map(Instrument.Type::text).toList();

  /** The types that a list can be asked for. */
  public static final Format<String> TYPE = Format.choice(TYPES, type -> type);

  /** Any text; where it is missing or none, the card is looked at nevertheless. */
  private static final Format<String> ANY_TYPE = Format.line(40).then(CARD, Format.Reading::good);

  private InstrumentFormats() {}

  /** `type`, and the object of that name. */
  public static Credential read(Params method) {
    String type = method.required("type", ANY_TYPE);
    if (TYPES.contains(type)) {
      return read(Instrument.Type.ofText(type), method.requiredObject(type));
    }
    method.error(
        "type",
        ErrorCode.PAYMENT_METHOD_TYPE_UNSUPPORTED,
        "must be " + String.join(" or ", TYPES) + ": no other type is supported yet.");
    method.mentions(type);
    return CardFormats.placeholder();
  }

  /** In the object that is called as its type. */
  private static Credential read(Instrument.Type type, Params object) {
    return switch (type) {
      case CARD -> CardFormats.read(object);
      case BANK_TRANSFER, HOSTED ->
          throw new IllegalStateException("no request can ask for " + type);
    };
  }

  /** What an update may say of it; its type stays. */
  public static CardChange readChange(Params method) {
    CardChange card = CardFormats.readChange(method.optionalObject(CARD));
    method.notUpdatable("type");
    return card;
  }
}
