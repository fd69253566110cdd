package florin.cli;

import java.io.Console;
import java.util.Optional;

/** For terminals; where the output is no terminal, no colour. */
enum Colour {
  GREEN(32),
  RED(31),
  CYAN(36),
  GREY(90);

  private final int code;

  Colour(int code) {
    this.code = code;
  }

  static Colour ofEvent(String type) {
    if (type.endsWith(".failed")) {
      return RED;
    }
    return type.endsWith(".succeeded") ? GREEN : CYAN;
  }

  String of(String text) {
    return isTerminal() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** Whether somebody looks on, for whom there is colour and progress. */
  static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }
}
