package florin.bench.simulate.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of an SQL statement, with a current position. */
final class SqlWords {
  private enum Kind {
    NAME,
    TEXT,
    NUMBER,
    SYMBOL,
    END
  }

  private record Word(Kind kind, String text) {}

  private static final Pattern WORD =
      Pattern.compile(
          "--[^\n]*"
              + "|(?<text>'(?:[^']|'')*')"
              + "|(?<name>[A-Za-z_][A-Za-z_0-9]*)"
              + "|(?<number>[0-9]+)"
              + "|(?<symbol>::|<>|<=|>=|&&|\\|\\||[-+*/%(),.=<>?\\[\\];~:])");

  private final String sql;
  private final List<Word> words = new ArrayList<>();
  private int at;

  SqlWords(String sql) {
    this.sql = sql;
    Matcher matcher = WORD.matcher(sql);
    int end = 0;
    while (matcher.find()) {
      requireBlank(end, matcher.start());
      end = matcher.end();
      add(matcher);
    }
    requireBlank(end, sql.length());
    words.add(new Word(Kind.END, ""));
  }

  private void add(Matcher matcher) {
    if (matcher.group("text") != null) {
      String quoted = matcher.group("text");
      words.add(new Word(Kind.TEXT, quoted.substring(1, quoted.length() - 1).replace("''", "'")));
    } else if (matcher.group("name") != null) {
      words.add(new Word(Kind.NAME, matcher.group("name").toLowerCase(Locale.ROOT)));
    } else if (matcher.group("number") != null) {
      words.add(new Word(Kind.NUMBER, matcher.group("number")));
    } else if (matcher.group("symbol") != null) {
      words.add(new Word(Kind.SYMBOL, matcher.group("symbol")));
    }
  }

  private void requireBlank(int from, int to) {
    if (!sql.substring(from, to).isBlank()) {
      throw notUnderstood("'" + sql.substring(from, to) + "'");
    }
  }

  IllegalStateException notUnderstood(String what) {
    return new IllegalStateException("not understood: " + what + " in\n" + sql);
  }

  IllegalStateException notUnderstood() {
    return notUnderstood("'" + words.get(at).text() + "', word " + at);
  }

  /** Returns whether these tokens are next. */
  boolean sees(String... texts) {
    for (int i = 0; i < texts.length; i++) {
      if (at + i >= words.size()
          || words.get(at + i).kind() == Kind.TEXT
          || !words.get(at + i).text().equals(texts[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether these tokens follow the next one. */
  boolean seesAfter(String... texts) {
    at++;
    boolean seen = sees(texts);
    at--;
    return seen;
  }

  String peek() {
    return words.get(at).text();
  }

  /** Consumes these tokens if they are next. */
  boolean takes(String... texts) {
    boolean seen = sees(texts);
    if (seen) {
      at += texts.length;
    }
    return seen;
  }

  void require(String... texts) {
    if (!takes(texts)) {
      throw notUnderstood("'" + words.get(at).text() + "' instead of " + String.join(" ", texts));
    }
  }

  boolean seesName() {
    return words.get(at).kind() == Kind.NAME;
  }

  boolean seesText() {
    return words.get(at).kind() == Kind.TEXT;
  }

  boolean seesNumber() {
    return words.get(at).kind() == Kind.NUMBER;
  }

  boolean isAtEnd() {
    return words.get(at).kind() == Kind.END;
  }

  String name() {
    if (!seesName()) {
      throw notUnderstood();
    }
    return next();
  }

  String next() {
    return words.get(at++).text();
  }

  /** Returns the previous token. */
  String last() {
    return words.get(at - 1).text();
  }

  /** Consumes a parenthesized list of names. */
  List<String> names() {
    require("(");
    var names = new ArrayList<String>();
    do {
      names.add(name());
    } while (takes(","));
    require(")");
    return names;
  }
}
