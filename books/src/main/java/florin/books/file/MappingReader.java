package florin.books.file;

import florin.connector.SettlementLine;
import florin.core.Currency;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the mapping of a settlement file that no ready-made format describes: one key and its value
 * on each line, `key = value`. The elements of a list have ` | ` between them.
 */
final class MappingReader {
  /** The most characters of a mapping. */
  static final int MAX_LENGTH = 4_000;

  private static final String NAME = "mapping";

  private static final Set<String> KEYS =
      Set.of(
          "separator",
          "reference",
          "type",
          "types",
          "ignored",
          "other_type",
          "subject",
          "amounts",
          "decimal",
          "thousands",
          "currency",
          "fixed_currency",
          "gross",
          "fee",
          "tax",
          "net",
          "original_currency",
          "original",
          "description",
          "occurred_at",
          "available_at",
          "date_format",
          "time_zone",
          "fixed_time_zone",
          "payout",
          "whole_payouts");

  private static final Map<String, Set<String>> CHOICES =
      Map.of(
          "separator", Set.of(",", ";", "|", "tab"),
          "amounts", Set.of("minor", "decimal"),
          "decimal", Set.of(".", ","),
          "thousands", Set.of(".", ",", "'", "space"),
          "whole_payouts", Set.of("true"));

  private static final Pattern QUOTED_OR_YEAR = Pattern.compile("'[^']*'|y");

  private static final Set<String> TYPES =
      Stream.of(SettlementLine.Type.values())
          .map(SettlementLine.Type::text)
          .collect(Collectors.toUnmodifiableSet());

  /** The lines of the keys. */
  private final Map<String, Integer> places = new HashMap<>();

  private final Properties keys = new Properties();

  private MappingReader() {}

  /** Reads a mapping. The line of an exception is that of the mapping. */
  static LineMapping read(String text) throws SettlementFileException {
    return new MappingReader().mapping(text);
  }

  private LineMapping mapping(String text) throws SettlementFileException {
    if (text.length() > MAX_LENGTH) {
      throw new SettlementFileException(
          1, "The mapping has more than %,d characters.".formatted(MAX_LENGTH));
    }
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(i + 1, line);
      }
    }
    requireOne("reference");
    requireOne("type");
    requireOne("types", "other_type");
    requireOne("currency", "fixed_currency");
    requireOne("gross", "net");
    requireOne("occurred_at");
    return LineMapping.of(NAME, keys, values(), fixedCurrency());
  }

  private void add(int place, String line) throws SettlementFileException {
    String[] parts = line.split("=", 2);
    String key = parts[0].strip();
    String value = parts.length == 2 ? parts[1].strip() : "";
    if (value.isEmpty()) {
      throw new SettlementFileException(place, "Write a key and a value, such as: fee = Fee");
    }
    if (!KEYS.contains(key)) {
      throw new SettlementFileException(place, "A mapping has no such key.");
    }
    if (places.put(key, place) != null) {
      throw fault(key, "is there twice.");
    }
    Set<String> choices = CHOICES.getOrDefault(key, Set.of());
    if (!choices.isEmpty() && !choices.contains(value)) {
      throw fault(
          key,
          "must be one of: %s".formatted(String.join("  ", choices.stream().sorted().toList())));
    }
    if (key.equals("types")) {
      requireTypes(LineMapping.elements(value));
    }
    if (key.equals("other_type") && !TYPES.contains(value)) {
      throw fault(key, "must be a type of settlement lines.");
    }
    keys.setProperty(key, value.equals("tab") && key.equals("separator") ? "\t" : value);
  }

  private void requireTypes(List<String> pairs) throws SettlementFileException {
    Set<String> words = new HashSet<>();
    for (String pair : pairs) {
      int equals = pair.lastIndexOf('=');
      if (equals <= 0 || !TYPES.contains(pair.substring(equals + 1).strip())) {
        throw fault("types", "must have elements such as: Sale=payment");
      }
      if (!words.add(pair.substring(0, equals).strip())) {
        throw fault("types", "has a word twice.");
      }
    }
  }

  private void requireOne(String... names) throws SettlementFileException {
    if (Stream.of(names).noneMatch(places::containsKey)) {
      throw new SettlementFileException(
          1, "The mapping needs %s.".formatted(String.join(" or ", names)));
    }
  }

  private ValueFormat values() throws SettlementFileException {
    char decimal = keys.getProperty("decimal", ".").charAt(0);
    Optional<String> thousands =
        Optional.ofNullable(keys.getProperty("thousands"))
            .map(text -> text.equals("space") ? " " : text);
    if (thousands.equals(Optional.of(String.valueOf(decimal)))) {
      throw fault("thousands", "must differ from decimal.");
    }
    return new ValueFormat(decimal, thousands, dates(), zone());
  }

  private Optional<DateTimeFormatter> dates() throws SettlementFileException {
    String pattern = keys.getProperty("date_format");
    if (pattern == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          DateTimeFormatter.ofPattern(withoutEra(pattern), Locale.US)
              .withResolverStyle(ResolverStyle.STRICT));
    } catch (IllegalArgumentException _) {
      throw fault("date_format", "must be a pattern such as dd.MM.yyyy or dd.MM.yyyy HH:mm:ss");
    }
  }

  /** Reads `y` outside of quotes as `u`: a strict formatter has no year without an era. */
  private static String withoutEra(String pattern) {
    return QUOTED_OR_YEAR
        .matcher(pattern)
        .replaceAll(
            part -> Matcher.quoteReplacement(part.group().equals("y") ? "u" : part.group()));
  }

  private ZoneId zone() throws SettlementFileException {
    try {
      return ZoneId.of(keys.getProperty("fixed_time_zone", "UTC"));
    } catch (DateTimeException _) {
      throw fault("fixed_time_zone", "must be a time zone such as Europe/Berlin");
    }
  }

  private Optional<Currency> fixedCurrency() throws SettlementFileException {
    String code = keys.getProperty("fixed_currency");
    if (code == null) {
      return Optional.empty();
    }
    return Optional.of(
        Currency.find(code.toLowerCase(Locale.ROOT))
            .orElseThrow(() -> fault("fixed_currency", "is no active currency of ISO 4217.")));
  }

  private SettlementFileException fault(String key, String problem) {
    return new SettlementFileException(places.getOrDefault(key, 1), key + " " + problem);
  }
}
