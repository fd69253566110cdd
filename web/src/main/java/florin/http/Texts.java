package florin.http;

import florin.http.Format.JsonKind;
import florin.http.Format.Reading;
import tools.jackson.databind.JsonNode;

/** Checks any text from outside: its length in code points, and no control characters. */
final class Texts {
  private Texts() {}

  static Reading<String> read(JsonNode value, int maxCodePoints, boolean manyLines) {
    if (!value.isString()) {
      return Reading.wrong("must be a string; got " + JsonKind.of(value) + ".");
    }
    return check(value.stringValue(), maxCodePoints, manyLines);
  }

  static Reading<String> check(String text, int maxCodePoints, boolean manyLines) {
    if (text.length() > maxCodePoints && text.codePointCount(0, text.length()) > maxCodePoints) {
      return Reading.wrong(
          "must be at most "
              + maxCodePoints
              + " characters long; it has "
              + text.codePointCount(0, text.length())
              + ".");
    }
    if (text.chars().anyMatch(c -> isRefused(c, manyLines))) {
      return Reading.wrong(
          manyLines
              ? "must not contain control characters other than line feed and tab."
              : "must be one line without control characters.");
    }
    return Reading.good(text);
  }

  private static boolean isRefused(int c, boolean manyLines) {
    return Character.isISOControl(c) && !(manyLines && (c == '\n' || c == '\t'));
  }
}
