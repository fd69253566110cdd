package florin.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The output of a command. A person at a terminal gets symbols, ages and colors. A pipe gets plain
 * text, which scripts can rely on.
 *
 * @param columns the width of the terminal
 */
record Display(boolean isTerminal, boolean hasColor, int columns) {
  private static final int USUAL_COLUMNS = 100;

  /** A pipe or a file. */
  static final Display PLAIN = new Display(false, false, USUAL_COLUMNS);

  /** Returns the display of this process. */
  static Display ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean isTerminal = Color.isTerminal();
    return isTerminal
        ? new Display(true, Color.isOn(true, environment), width(sizeOfTerminal()))
        : PLAIN;
  }

  /** Returns the text, in this color if the output has colors. */
  String colored(Color color, String text) {
    return hasColor ? color.code(text) : text;
  }

  /**
   * Returns the width in the output of `stty size`.
   *
   * @param size the rows and the columns: `50 120`
   */
  static int width(String size) {
    String columns = size.strip().replaceFirst("^[0-9]+ ", "");
    return columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS;
  }

  private static String sizeOfTerminal() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.INHERIT)
              .redirectError(Redirect.DISCARD)
              .start();
      return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException _) {
      // Without stty, as on Windows, the usual width is used.
      return "";
    }
  }
}
