package florin.checkout;

import florin.core.Currency;
import florin.core.Money;
import florin.page.AmountText;
import florin.page.Pages;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The texts for payers in one language. `{0}` and `{1}` are placeholders; a missing text makes
 * Florin's start fail.
 */
public final class Phrasebook {
  private static final Map<Language, Phrasebook> ALL = readAll();

  /** The digits and blanks of an amount, and its separators. */
  private static final Pattern NO_SYMBOL = Pattern.compile("[\\p{Nd}\\p{Z}\\s.,']+");

  private final Language language;
  private final Map<Phrase, String> phrases;
  private final DateTimeFormatter day;
  private final DateTimeFormatter time;

  private Phrasebook(Language language, Map<Phrase, String> phrases) {
    this.language = language;
    this.phrases = phrases;
    this.day = DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(language.locale());
    this.time = DateTimeFormatter.ofPattern("HH:mm zzz", language.locale());
  }

  public static Phrasebook in(Language language) {
    return Objects.requireNonNull(ALL.get(language));
  }

  public Language language() {
    return language;
  }

  public String say(Phrase phrase, String... about) {
    String text = phrases.getOrDefault(phrase, "");
    for (int i = 0; i < about.length; i++) {
      text = text.replace("{" + i + "}", about[i]);
    }
    return text;
  }

  public String amount(Money money) {
    return AmountText.of(money, language.locale());
  }

  /** Returns the symbol of a currency, as amounts have it. */
  String symbol(Currency currency) {
    return NO_SYMBOL.matcher(amount(Money.zero(currency))).replaceAll("");
  }

  /** Returns the amount in the form that bank forms accept. */
  String plainAmount(Money money) {
    return AmountText.plain(money, language.locale());
  }

  /**
   * Returns the day of a time.
   *
   * @param zone the merchant's, because Florin does not know the payer's
   */
  public String day(Instant time, ZoneId zone) {
    return day.format(time.atZone(zone));
  }

  /** Returns a time with the name of its time zone. */
  public String time(Instant at, ZoneId zone) {
    // Java would write the offset of UTC as Z.
    ZoneId named = zone.equals(ZoneOffset.UTC) ? ZoneId.of("UTC") : zone;
    return day(at, zone) + ", " + time.format(at.atZone(named));
  }

  private static Map<Language, Phrasebook> readAll() {
    var all = new EnumMap<Language, Phrasebook>(Language.class);
    for (Language language : Language.values()) {
      all.put(language, new Phrasebook(language, read(language)));
    }
    return all;
  }

  private static Map<Phrase, String> read(Language language) {
    var file = new Properties();
    try {
      file.load(new StringReader(Pages.read(Phrasebook.class, language.text() + ".properties")));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    var phrases = new EnumMap<Phrase, String>(Phrase.class);
    for (Phrase phrase : Phrase.values()) {
      String text = file.getProperty(phrase.key());
      if (text == null || text.isBlank()) {
        throw new IllegalStateException(language.text() + " does not say " + phrase.key());
      }
      phrases.put(phrase, text);
    }
    if (file.size() > phrases.size()) {
      throw new IllegalStateException(language.text() + " says what is no phrase");
    }
    return phrases;
  }
}
