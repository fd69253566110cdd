package florin.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The segments of a path. Some paths are known to be read differently by proxies and servers: an
 * encoded slash, dot or backslash, dot segments, `;` parameters, empty segments. Such a path is
 * rejected as a whole instead of normalized.
 */
final class PathSegments {
  private PathSegments() {}

  static boolean isPlain(String rawPath) {
    if (!rawPath.startsWith("/") || rawPath.contains("//")) {
      return false;
    }
    for (int i = 0; i < rawPath.length(); i++) {
      char c = rawPath.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == ';' || c == '\\') {
        return false;
      }
    }
    return split(rawPath).stream().noneMatch(s -> s.equals(".") || s.equals(".."));
  }

  /**
   * Returns the decoded segments. Empty if an escape is malformed, is not UTF-8, or hides a
   * character with a meaning in paths.
   */
  static Optional<List<String>> decode(String rawPath) {
    List<String> raw = split(rawPath);
    if (rawPath.indexOf('%') < 0) {
      return Optional.of(raw);
    }
    var segments = new ArrayList<String>(raw.size());
    for (String segment : raw) {
      Optional<String> decoded = Percent.decode(segment, false);
      if (decoded.isEmpty() || decoded.get().chars().anyMatch(PathSegments::isMeaningful)) {
        return Optional.empty();
      }
      segments.add(decoded.get());
    }
    return Optional.of(segments);
  }

  static List<String> split(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  private static boolean isMeaningful(int c) {
    return Character.isISOControl(c) || "/\\.;%".indexOf(c) >= 0;
  }
}
