package florin.bank;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Text in the characters that every SEPA bank accepts (EPC217-08): Latin letters without accents,
 * digits, and some punctuation. Greek and Cyrillic are transliterated as in those countries'
 * passports. A character without an equivalent becomes a period, as EPC217-08 requires.
 */
public final class SepaText {
  private static final String SIGNS = "/-?:().,'+ ";

  /** The countries where ü becomes ue. Elsewhere, such as in Finland or Turkey, it becomes u. */
  private static final Set<String> GERMAN = Set.of("DE", "AT", "CH", "LI", "LU");

  private static final Map<Integer, String> UMLAUTS = table("ä ae ö oe ü ue Ä Ae Ö Oe Ü Ue");

  private static final Map<Integer, String> LETTERS =
      table(
          """
          ß ss ẞ SS æ ae Æ AE œ oe Œ OE ø o Ø O đ d Đ D ð d Ð D þ th Þ Th ł l Ł L ħ h Ħ H ı i ŋ n Ŋ N ŧ t Ŧ T ĸ k
          & + _ - ; , ! . * . @ (at) " ' ` ' ´ ' ’ ' ‘ ' “ ' ” ' „ ' – - — - € EUR
          α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o
          Α A Β V Γ G Δ D Ε E Ζ Z Η I Θ Th Ι I Κ K Λ L Μ M Ν N Ξ X Ο O Π P Ρ R Σ S Τ T Υ Y Φ F Χ Ch Ψ Ps Ω O
          а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sht
          ъ a ы y ь y э e ю yu я ya А A Б B В V Г G Д D Е E Ж Zh З Z И I Й Y К K Л L М M Н N О O П P Р R С S Т T У U
          Ф F Х H Ц Ts Ч Ch Ш Sh Щ Sht Ъ A Ы Y Ь Y Э E Ю Yu Я Ya\
          """);

  private SepaText() {}

  /**
   * Returns the text in SEPA characters.
   *
   * @param country the country of the bank that reads it, in two letters (ISO 3166)
   * @param most the number of characters that are kept
   */
  public static String of(String text, String country, int most) {
    boolean german = GERMAN.contains(country);
    var plain = new StringBuilder();
    String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
    composed
        .codePoints()
        .limit(most)
        .forEach(c -> plain.append(german ? UMLAUTS.getOrDefault(c, letter(c)) : letter(c)));
    String single = plain.toString().strip().replaceAll(" {2,}", " ");
    return single.substring(0, Math.min(single.length(), most)).strip();
  }

  private static String letter(int c) {
    if (isTaken(c)) {
      return Character.toString(c);
    }
    if (Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
      return " ";
    }
    String known = LETTERS.get(c);
    if (known != null) {
      return known;
    }
    String bare = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD);
    var letters = new StringBuilder();
    bare.codePoints()
        .filter(part -> Character.getType(part) != Character.NON_SPACING_MARK)
        .forEach(part ->
            letters.append(
                isTaken(part) ? Character.toString(part) : LETTERS.getOrDefault(part, ".")));
    return letters.isEmpty() ? "." : letters.toString();
  }

  private static boolean isTaken(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || SIGNS.indexOf(c) >= 0;
  }

  private static Map<Integer, String> table(String pairs) {
    var table = new HashMap<Integer, String>();
    String[] words = pairs.strip().split("\\s+");
    for (int i = 0; i < words.length; i += 2) {
      table.put(words[i].codePointAt(0), words[i + 1]);
    }
    return Map.copyOf(table);
  }
}
