package florin.bank.statement;

import florin.bank.statement.StatementEntry.Counterparty;
import florin.core.Bic;
import florin.core.Iban;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of `:86:`, the description of an entry, whose content SWIFT leaves to the banks. Three
 * forms are recognized. German banks write numbered parts with SEPA keywords
 * (`166?20EREF+…?21SVWZ+…?32NAME`). Dutch banks write keywords between slashes
 * (`/EREF/…/REMI/…/NAME/…`). Anything else is plain text.
 */
final class Mt940About {
  /** The parts of a description. */
  enum Part {
    END_TO_END,
    REFERENCE,
    ORDER,
    TEXT,
    NAME,
    IBAN,
    BIC,
    RETURN,
    OTHER
  }

  private static final Map<String, Part> WORDS =
      Map.ofEntries(
          Map.entry("EREF", Part.END_TO_END),
          Map.entry("KREF", Part.ORDER),
          Map.entry("PREF", Part.ORDER),
          Map.entry("SVWZ", Part.TEXT),
          Map.entry("REMI", Part.TEXT),
          Map.entry("IBAN", Part.IBAN),
          Map.entry("CNTP", Part.IBAN), // followed by BIC, name and city
          Map.entry("BIC", Part.BIC),
          Map.entry("NAME", Part.NAME),
          Map.entry("RTRN", Part.RETURN),
          Map.entry("MREF", Part.OTHER),
          Map.entry("MARF", Part.OTHER),
          Map.entry("CRED", Part.OTHER),
          Map.entry("CSID", Part.OTHER),
          Map.entry("DEBT", Part.OTHER),
          Map.entry("COAM", Part.OTHER),
          Map.entry("OAMT", Part.OTHER),
          Map.entry("ABWA", Part.OTHER),
          Map.entry("ABWE", Part.OTHER),
          Map.entry("TRTP", Part.OTHER),
          Map.entry("TRCD", Part.OTHER),
          Map.entry("ORDP", Part.OTHER),
          Map.entry("BENM", Part.OTHER),
          Map.entry("ULTB", Part.OTHER),
          Map.entry("ULTC", Part.OTHER),
          Map.entry("ULTD", Part.OTHER),
          Map.entry("PURP", Part.OTHER),
          Map.entry("ISDT", Part.OTHER),
          Map.entry("CHGS", Part.OTHER),
          Map.entry("EXCH", Part.OTHER));

  private static final String ANY_WORD = String.join("|", WORDS.keySet());
  private static final Pattern PLUS_WORD = Pattern.compile("(?<![A-Z0-9])(" + ANY_WORD + ")[+]");
  private static final Pattern SLASH_WORD = Pattern.compile("/(" + ANY_WORD + ")/");

  /**
   * Three digits for the kind of entry, then parts, each after the same delimiter and two digits.
   */
  private static final Pattern NUMBERED =
      Pattern.compile("([0-9]{3})([^A-Za-z0-9 ])([0-9]{2}).*", Pattern.DOTALL);

  /** The kinds of entries with which German banks report returns. */
  private static final Set<String> RETURNS = Set.of("108", "109", "159", "184");

  /** ISO 20022 return reasons (ExternalReturnReason1Code) that banks write into texts. */
  private static final Pattern REASON =
      Pattern.compile(
          "\\b(AC0[1-7]|AC1[3-6]|AG0[1-8]|AM0[1-9]|BE0[1-8]|CNOR|CUST|DNOR|DUPL|ED05|ERIN|FOCR|FR01|FRAD|MD0[1-7]|MS0[23]|RC0[1-8]|RR0[1-4]|SL01|TECH|TM01|UPAY)\\b");

  /** The length of a full part, which continues in the next one without a blank. */
  private static final int FULL = 27;

  private static final int FIRST_TEXT = 20;
  private static final int LAST_TEXT = 29;
  private static final int FIRST_MORE_TEXT = 60;
  private static final int LAST_MORE_TEXT = 63;

  private final Map<Part, String> parts = new EnumMap<>(Part.class);
  private String kind = "";

  private Mt940About() {}

  static Mt940About of(List<String> lines) {
    var told = new Mt940About();
    String first = lines.isEmpty() ? "" : lines.getFirst();
    Matcher numbered = NUMBERED.matcher(first);
    if (numbered.matches()) {
      told.kind = numbered.group(1);
      told.numbered(String.join("", lines).substring(3), numbered.group(2));
    } else {
      told.plain(lines);
    }
    return told;
  }

  String text() {
    return parts.getOrDefault(Part.TEXT, "");
  }

  Optional<String> id(Part part) {
    return Optional.ofNullable(parts.get(part))
        .map(text -> text.replace("\n", ""))
        .flatMap(EntryText::id);
  }

  Optional<Counterparty> counterparty() {
    var party =
        new Counterparty(
            Optional.ofNullable(parts.get(Part.NAME)).flatMap(EntryText::name),
            Optional.ofNullable(parts.get(Part.IBAN)).flatMap(Iban::find),
            Optional.ofNullable(parts.get(Part.BIC)).flatMap(Bic::find));
    return Optional.of(party).filter(found -> !found.isEmpty());
  }

  /**
   * Returns the return reason.
   *
   * @param cameBack whether the entry itself is a reversal: only then is a code within the text a
   *     reason
   */
  Optional<String> returnReason(boolean cameBack) {
    Optional<String> told = id(Part.RETURN);
    if (told.isPresent() || (!cameBack && !RETURNS.contains(kind))) {
      return told;
    }
    Matcher reason = REASON.matcher(text());
    return reason.find() ? Optional.of(reason.group(1)) : Optional.empty();
  }

  private void numbered(String text, String sign) {
    var remittance = new ArrayList<String>();
    var name = new StringBuilder();
    for (String part : text.split(Pattern.quote(sign) + "(?=[0-9]{2})", -1)) {
      if (part.length() < 2) {
        continue;
      }
      int number = Integer.parseInt(part.substring(0, 2));
      String value = part.substring(2);
      switch (number) {
        case 30 -> parts.put(Part.BIC, value);
        case 31 -> parts.put(Part.IBAN, value);
        case 32, 33 -> name.append(value);
        default -> {
          if ((number >= FIRST_TEXT && number <= LAST_TEXT)
              || (number >= FIRST_MORE_TEXT && number <= LAST_MORE_TEXT)) {
            remittance.add(value);
          }
        }
      }
    }
    if (!name.isEmpty()) {
      parts.put(Part.NAME, name.toString());
    }
    words(joined(remittance), PLUS_WORD);
  }

  private void plain(List<String> lines) {
    String together = String.join("", lines);
    if (SLASH_WORD.matcher(together).lookingAt()) {
      words(together, SLASH_WORD);
      slashes();
    } else {
      words(String.join("\n", lines), PLUS_WORD);
    }
  }

  private static String joined(List<String> remittance) {
    var text = new StringBuilder();
    for (String part : remittance) {
      text.append(part);
      if (part.length() < FULL) {
        text.append('\n');
      }
    }
    return text.toString().strip();
  }

  /**
   * Splits a text at keywords. Text after a keyword belongs to it until the next; text before the
   * first is free text.
   */
  private void words(String text, Pattern word) {
    List<MatchResult> found = word.matcher(text).results().toList();
    int begin = found.isEmpty() ? text.length() : found.getFirst().start();
    Map<Part, StringBuilder> told = new EnumMap<>(Part.class);
    parts.forEach((part, value) -> told.put(part, new StringBuilder(value)));
    put(told, Part.TEXT, text.substring(0, begin));
    for (int i = 0; i < found.size(); i++) {
      int end = i + 1 < found.size() ? found.get(i + 1).start() : text.length();
      put(
          told,
          WORDS.getOrDefault(found.get(i).group(1), Part.OTHER),
          text.substring(found.get(i).end(), end));
    }
    told.forEach((part, value) -> parts.put(part, value.toString()));
  }

  /** Splits `/CNTP/iban/bic/name/city/`, `/REMI/USTD//text/` and `/REMI/STRD/CUR/reference/`. */
  private void slashes() {
    String iban = parts.getOrDefault(Part.IBAN, "");
    String[] party = iban.split("/", -1);
    if (party.length > 2) {
      parts.put(Part.IBAN, party[0]);
      parts.put(Part.BIC, party[1]);
      parts.put(Part.NAME, party[2]);
    }
    parts.replaceAll((_, value) -> withoutSlashesBehind(value));
    Matcher structured = Pattern.compile("STRD/CUR/(.*)", Pattern.DOTALL).matcher(text());
    if (structured.matches()) {
      parts.put(Part.REFERENCE, structured.group(1));
    }
    parts.computeIfPresent(Part.TEXT, (_, text) -> text.replaceFirst("^(USTD//|STRD/CUR/)", ""));
  }

  private static void put(Map<Part, StringBuilder> told, Part part, String value) {
    if (!value.isBlank()) {
      StringBuilder all = told.computeIfAbsent(part, _ -> new StringBuilder());
      all.append(all.isEmpty() ? "" : "\n").append(value.strip());
    }
  }

  private static String withoutSlashesBehind(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(0, end);
  }
}
