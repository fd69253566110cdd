package florin.bench.fuzz;

import florin.http.FuzzedExchange.Sent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;

/**
 * Parses an input as a readable request: `POST /v2/payments?a=1`, header lines, an empty line, and
 * the body. Input that Jetty's parser would reject is no request.
 */
final class RequestText {
  private static final Pattern LINE = Pattern.compile("([A-Z]{1,10}) (/[!-~]*)");
  private static final Pattern HEADER =
      Pattern.compile("([A-Za-z][A-Za-z0-9-]{0,40}): ?([ -~\\xa0-\\xff]*)");
  private static final byte LINE_FEED = '\n';

  private RequestText() {}

  static Optional<Sent> read(byte[] input) {
    int end = lineEnd(input, 0);
    Matcher line = LINE.matcher(text(input, 0, end));
    if (!line.matches()) {
      return Optional.empty();
    }
    HttpFields.Mutable headers = HttpFields.build();
    int at = end + 1;
    while (at < input.length && input[at] != LINE_FEED) {
      end = lineEnd(input, at);
      Matcher header = HEADER.matcher(text(input, at, end));
      if (!header.matches()) {
        return Optional.empty();
      }
      headers.add(header.group(1), header.group(2).strip());
      at = end + 1;
    }
    byte[] body = Arrays.copyOfRange(input, Math.min(at + 1, input.length), input.length);
    return uri(line.group(2)).map(uri -> new Sent(line.group(1), uri, headers.asImmutable(), body));
  }

  private static Optional<HttpURI> uri(String target) {
    try {
      return Optional.of(HttpURI.from(target));
    } catch (IllegalArgumentException refusedByJetty) {
      return Optional.empty();
    }
  }

  private static int lineEnd(byte[] input, int from) {
    int at = from;
    while (at < input.length && input[at] != LINE_FEED) {
      at++;
    }
    return at;
  }

  private static String text(byte[] input, int from, int to) {
    return new String(input, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
