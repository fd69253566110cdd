package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.core.Refusal;
import florin.http.FuzzedExchange;
import florin.http.Query;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request line with a query, `GET /v2/payments?limit=3`: the query by itself, and as its route's.
 */
final class QueryInput implements InputReader {
  private static final int MAX_SHOWN = 80;

  private final RequestInput requests = new RequestInput();

  @Override
  public void read(byte[] input) {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    int mark = text.indexOf('?');
    checkQuery(text.substring(mark + 1));
    requests.read(input);
  }

  private static void checkQuery(String raw) {
    Query query;
    try {
      query = Query.parse(raw);
    } catch (Refusal refused) {
      RequestInput.checkRefusal(refused.problem());
      return;
    }
    Map<String, String> values = query.values();
    for (String pair : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      String name = checkedDecoding(parts[0]);
      if (parts.length == 2) {
        checkedDecoding(parts[1]);
      }
      require(pair.isEmpty() || values.containsKey(name), "a parameter is gone");
      String shown = FuzzedExchange.masked(name);
      require(shown.length() <= 2 * MAX_SHOWN, "a name is shown that grows");
      Storable.checkText(shown);
    }
    String again =
        values.entrySet().stream()
            .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
            .collect(Collectors.joining("&"));
    require(Query.parse(again).values().equals(values), "written and read it is another");
  }

  /** Another decoder, which guesses at what is malformed, has to say the same of what is not. */
  private static String checkedDecoding(String escaped) {
    Optional<String> decoded = FuzzedExchange.decoded(escaped);
    require(decoded.isPresent(), "malformed, and taken");
    require(
        decoded.get().equals(URLDecoder.decode(escaped, StandardCharsets.UTF_8)),
        "another decoder reads something else");
    return decoded.get();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
