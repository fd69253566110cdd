package florin.client;

import florin.client.FlorinException.Unreadable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON as RFC 8259 defines it, with at most 64 levels. */
final class JsonParser {
  private static final int MAX_LEVELS = 64;

  private final String text;
  private int at;
  private int level;

  JsonParser(String text) {
    this.text = text;
  }

  @Nullable Object parse() {
    Object value = value();
    skipSpace();
    if (at < text.length()) {
      throw unreadable();
    }
    return value;
  }

  private @Nullable Object value() {
    skipSpace();
    if (at >= text.length()) {
      throw unreadable();
    }
    char c = text.charAt(at);
    if (c == '{') {
      return nested(true);
    } else if (c == '[') {
      return nested(false);
    } else if (c == '"') {
      return string();
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      return number();
    } else if (accept("true")) {
      return true;
    } else if (accept("false")) {
      return false;
    } else if (accept("null")) {
      return null;
    }
    throw unreadable();
  }

  private Object nested(boolean isObject) {
    if (++level > MAX_LEVELS) {
      throw new Unreadable("The JSON has more than " + MAX_LEVELS + " levels.");
    }
    at++;
    String end = isObject ? "}" : "]";
    Map<String, Object> object = new LinkedHashMap<>();
    List<Object> array = new ArrayList<>();
    skipSpace();
    boolean first = true;
    while (!accept(end)) {
      if (!first) {
        require(",");
        skipSpace();
      }
      first = false;
      if (isObject) {
        String name = string();
        skipSpace();
        require(":");
        object.put(name, value());
      } else {
        array.add(value());
      }
      skipSpace();
    }
    level--;
    return isObject ? object : array;
  }

  private String string() {
    require("\"");
    var out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw unreadable();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    require("\"");
    return out.toString();
  }

  private char escaped() {
    if (at >= text.length()) {
      throw unreadable();
    }
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\', '/' -> c;
      case 'u' -> unicode();
      default -> throw unreadable();
    };
  }

  private char unicode() {
    if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
      throw unreadable();
    }
    at += 4;
    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
  }

  private Object number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(from, at);
    if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
      throw unreadable();
    }
    return number.matches("-?[0-9]{1,18}")
        ? (Object) Long.parseLong(number)
        : Double.parseDouble(number);
  }

  private boolean accept(String token) {
    if (!text.startsWith(token, at)) {
      return false;
    }
    at += token.length();
    return true;
  }

  private void require(String token) {
    if (!accept(token)) {
      throw unreadable();
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private Unreadable unreadable() {
    return new Unreadable("The text is not JSON, at character " + at + ".");
  }
}
