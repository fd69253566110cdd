package florin.dashboard;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines of a file that spreadsheets read (RFC 4180): separated by commas, ended by CR LF, quoted
 * where need be.
 */
final class Csv {
  private Csv() {}

  static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\r\n";
  }

  /** What a payer or a merchant's customer has typed must not become a formula in a spreadsheet. */
  private static String cell(String text) {
    String safe = beginsFormula(text) ? "'" + text : text;
    boolean needsQuotes =
        safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return needsQuotes ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static boolean beginsFormula(String text) {
    return !text.isEmpty() && "=+-@\t\r\n".indexOf(text.charAt(0)) >= 0;
  }
}
