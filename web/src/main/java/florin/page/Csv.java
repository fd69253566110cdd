package florin.page;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines of a CSV file for spreadsheets (RFC 4180): separated by commas, ended by CR LF, quoted
 * where needed.
 *
 * <p>Cells contain text from payers and customers, which a spreadsheet must not execute. An
 * importer that separates at semicolons or tabs splits these cells, and ignores quotes within its
 * own. So each of its cells is guarded too. The guard is an apostrophe, after which a spreadsheet
 * reads text.
 */
public final class Csv {
  /**
   * Matches the beginning of a cell for an importer that separates at commas, semicolons or tabs,
   * if a formula follows. Importers skip quotes and may skip spaces; the wide forms of the four
   * characters begin a formula in East Asian locales.
   */
  private static final Pattern FORMULA =
      Pattern.compile("(?:^|(?<=[;\t\r\n]))(?=[ \u00a0\"]*+[=+@\\-＝＋－＠])|^(?=[\t\r\n])");

  /** Matches a number, so that a negative amount stays one. */
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?");

  private Csv() {}

  /** Returns a line with its end. */
  public static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\r\n";
  }

  private static String cell(String text) {
    String safe = NUMBER.matcher(text).matches() ? text : FORMULA.matcher(text).replaceAll("'");
    boolean needsQuotes =
        safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return needsQuotes ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
