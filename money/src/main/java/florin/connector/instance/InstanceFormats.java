package florin.connector.instance;

import florin.connector.instance.Instances.FieldChange;
import florin.http.Format;
import florin.http.Format.Reading;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;

/** The formats of a connector's fields, before its kind checks them. */
public final class InstanceFormats {
  static final int MAX_NAME = 100;

  /** The most characters of a field; a private key has some thousands. */
  static final int MAX_VALUE = 8_192;

  private static final int MAX_KIND = 32;

  public static final Format<String> KIND = Format.line(MAX_KIND);

  public static final Format<String> NAME =
      TextFormats.line(MAX_NAME)
          .then(
              "name",
              name ->
                  name.isBlank()
                      ? Reading.wrong("must have at least one visible character.")
                      : Reading.good(name));

  public static final Format<String> SETTING = TextFormats.paragraph(MAX_VALUE);

  /**
   * The format of a credential. It is never shown, so even a card number in it would not become
   * visible.
   */
  public static final Format<String> CREDENTIAL = Format.paragraph(MAX_VALUE);

  /** The format of a new position. Only the first can be taken, because it is the default. */
  static final Format<Long> DEFAULT =
      Format.integer(Range.of(1, 1).described("1, which makes the connector the default"));

  private InstanceFormats() {}

  static FieldChange fields(Params body) {
    return new FieldChange(
        body.fields("settings", SETTING), body.fields("credentials", CREDENTIAL));
  }
}
