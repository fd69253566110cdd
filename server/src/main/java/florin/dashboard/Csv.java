package florin.dashboard;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines of a file that spreadsheets read (RFC 4180): separated by commas, ended by CR LF, quoted
 * where need be.
 *
 * <p>Cells hold text that payers and customers typed, and a spreadsheet must not run it. An
 * importer that separates at semicolons or tabs splits our cells, and ignores quotes in the middle
 * of its own: so each of its cells is guarded too, and not only ours. The guard is an apostrophe,
 * after which a spreadsheet reads text.
 */
final class Csv {
  /**
   * Where a cell begins for an importer that separates at commas, semicolons or tabs, if what
   * follows is a formula. Importers skip quotes and may skip spaces; the wide forms of the four
   * characters begin a formula in East Asian locales.
   */
  private static final Pattern FORMULA =
      Pattern.compile("(?:^|(?<=[;\t\r\n]))(?=[ \u00a0\"]*+[=+@\\-＝＋－＠])|^(?=[\t\r\n])");

  /** A negative amount stays a number. */
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?");

  private Csv() {}

  static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\r\n";
  }

  private static String cell(String text) {
    String safe = NUMBER.matcher(text).matches() ? text : FORMULA.matcher(text).replaceAll("'");
    boolean needsQuotes =
        safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return needsQuotes ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
