package florin.cli;

import java.io.Console;
import java.util.Map;
import java.util.Optional;

/** A color of the command's output. Text stays plain unless a terminal displays it. */
enum Color {
  GREEN(32),
  RED(31),
  AMBER(33),
  CYAN(36),
  GRAY(90);

  private final int code;

  Color(int code) {
    this.code = code;
  }

  static Color ofEvent(String type) {
    if (type.endsWith(".failed")) {
      return RED;
    }
    return type.endsWith(".succeeded") ? GREEN : CYAN;
  }

  /** Returns the text in this color if the output has colors. */
  String of(String text) {
    return isOn(isTerminal(), System.getenv()) ? code(text) : text;
  }

  /** Returns the text between the codes of this color. */
  String code(String text) {
    return "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  /** Returns whether output has colors: on a terminal, unless `NO_COLOR` or `TERM=dumb` is set. */
  static boolean isOn(boolean terminal, Map<String, String> environment) {
    return terminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }

  /** Returns whether a person sees the output, which then has progress and may have colors. */
  static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }
}
