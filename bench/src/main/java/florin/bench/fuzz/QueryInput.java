package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.core.Refusal;
import florin.http.FuzzedExchange;
import florin.http.Query;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads a request line with a query, `GET /v2/payments?limit=3`: the query alone, and as its route
 * does.
 */
final class QueryInput implements InputReader {
  private static final int MAX_SHOWN = 80;

  private final RequestInput requests = new RequestInput();

  @Override
  public boolean read(byte[] input) {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    int mark = text.indexOf('?');
    boolean isQuery = isQuery(mark < 0 ? "" : text.substring(mark + 1));
    return requests.read(input) && isQuery;
  }

  private static boolean isQuery(String raw) {
    Query query;
    try {
      query = Query.parse(raw);
    } catch (Refusal refused) {
      RequestInput.checkRefusal(refused.problem());
      return false;
    }
    Map<String, String> values = query.values();
    var first = new HashMap<String, String>();
    for (String pair : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      String name = checkedDecoding(parts[0]);
      String value = parts.length == 2 ? checkedDecoding(parts[1]) : "";
      if (!pair.isEmpty()) {
        first.putIfAbsent(name, value);
      }
      String shown = FuzzedExchange.masked(name);
      require(shown.length() <= 2 * MAX_SHOWN, "a shown name is too long");
      Storable.checkText(shown);
    }
    require(values.equals(first), "a parameter is missing or differs");
    String again =
        values.entrySet().stream()
            .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
            .collect(Collectors.joining("&"));
    require(Query.parse(again).values().equals(values), "writing and reading changes the query");
    return true;
  }

  /**
   * Decodes a text and checks that the JDK's decoder returns the same. The JDK's decoder tolerates
   * some malformed input.
   */
  private static String checkedDecoding(String escaped) {
    Optional<String> decoded = FuzzedExchange.decoded(escaped);
    require(decoded.isPresent(), "malformed and accepted");
    require(
        decoded.get().equals(URLDecoder.decode(escaped, StandardCharsets.UTF_8)),
        "another decoder returns a different text");
    return decoded.get();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
