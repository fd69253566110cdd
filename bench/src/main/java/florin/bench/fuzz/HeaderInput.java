package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.account.KeyText;
import florin.api.FuzzedRoutes;
import florin.checkout.FuzzedLanguage;
import florin.core.AddressRange;
import florin.core.IdempotencyKey;
import florin.core.Problem;
import florin.core.Refusal;
import florin.http.Crowd;
import florin.http.Endpoint;
import florin.http.Exchange;
import florin.http.FuzzedExchange;
import florin.http.FuzzedExchange.Sent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;

/** One header, `Name: value`, in whatever part of the service looks at it. */
final class HeaderInput implements InputReader {
  private static final Pattern VALUE = Pattern.compile("[ -~\\xa0-\\xff\\t]*");
  private static final List<AddressRange> PROXIES =
      List.of(AddressRange.of("10.0.0.0/8"), AddressRange.of("fd00::/8"));
  private static final InetSocketAddress PROXY = new InetSocketAddress(address("10.1.2.3"), 80);
  private static final HttpURI ROOT = HttpURI.from("/");
  private static final String STRANGER = "203.0.113.9";

  private final FuzzedExchange door =
      new FuzzedExchange(
          List.of(
              new Endpoint(
                  "GET",
                  "/",
                  Crowd.PAYERS,
                  _ -> {
                    throw new IllegalStateException("nothing is there");
                  })));

  @Override
  public void read(byte[] input) {
    String line = new String(input, StandardCharsets.ISO_8859_1);
    int colon = line.indexOf(':');
    String value = line.substring(colon + 1).strip();
    if (colon < 0 || !VALUE.matcher(value).matches()) {
      return;
    }
    FuzzedLanguage.of(value);
    checkAddress(value);
    checkKey(value);
    look("Cookie", value, HeaderInput::checkCookie);
    look("Authorization", value, HeaderInput::checkCredentials);
    look("Content-Type", value, HeaderInput::checkMediaType);
    look("Idempotency-Key", value, HeaderInput::checkIdempotencyKey);
  }

  @FunctionalInterface
  private interface Look {
    void at(Exchange exchange, String value);
  }

  private void look(String name, String value, Look look) {
    HttpFields headers = HttpFields.build().add(name, value).asImmutable();
    var sent = new Sent("GET", ROOT, headers, new byte[0]);
    door.at(
        sent,
        Optional.empty(),
        request -> {
          try {
            look.at(request.exchange(), value);
          } catch (Refusal refused) {
            checkRefusal(refused.problem());
          }
          return true;
        });
  }

  private static void checkRefusal(Problem problem) {
    require(
        problem instanceof Problem.Unauthenticated
            || problem instanceof Problem.Transport
            || problem instanceof Problem.BadRequest
            || problem instanceof Problem.BadParameters,
        () -> "refused as " + problem.code());
    Storable.checkText(problem.message());
  }

  private static void checkCookie(Exchange exchange, String value) {
    exchange
        .cookie("florin")
        .ifPresent(
            found -> require(value.contains("florin=" + found), "a cookie that nobody sent"));
  }

  private static void checkCredentials(Exchange exchange, String value) {
    String key = FuzzedRoutes.credentials(exchange);
    KeyText.parse(key)
        .ifPresent(it -> {
          require(it.reveal().equals(key), "a key has two spellings");
          require(!it.toString().contains(key), "a key prints itself");
        });
  }

  private static void checkMediaType(Exchange exchange, String value) {
    exchange.requireJson();
    require(
        value.regionMatches(true, 0, "application/json", 0, "application/json".length()),
        "something else is taken for JSON");
  }

  private static void checkIdempotencyKey(Exchange exchange, String value) {
    exchange
        .header("Idempotency-Key")
        .map(IdempotencyKey::new)
        .ifPresent(key ->
            require(
                key.text().length() <= IdempotencyKey.MAX_LENGTH && key.text().equals(value),
                "a key is another, or grows"));
  }

  private static void checkKey(String value) {
    KeyText.parse(value)
        .ifPresent(key -> require(key.reveal().equals(value), "a key has two spellings"));
  }

  /** What a client writes in front of what its proxy writes changes nothing. */
  private static void checkAddress(String value) {
    checkAddress("X-Forwarded-For", value, STRANGER + ", " + value);
    checkAddress("Forwarded", value, "for=" + STRANGER + ", " + value);
  }

  private static void checkAddress(String name, String value, String longer) {
    Optional<InetAddress> client = client(name, value);
    client.ifPresent(found -> {
      require(
          !AddressRange.of("10.0.0.0/8").contains(found)
              || found.equals(PROXY.getAddress())
              || isUnread(value),
          "a proxy counts as a client");
      require(client(name, longer).equals(client), "who asks is changed by what stands in front");
    });
  }

  /** An entry that cannot be read counts as the proxy that wrote it, and that may be any. */
  private static boolean isUnread(String value) {
    return value.contains("10.");
  }

  private static Optional<InetAddress> client(String name, String value) {
    return FuzzedExchange.client(PROXIES, PROXY, HttpFields.build().add(name, value).asImmutable());
  }

  private static InetAddress address(String text) {
    return AddressRange.literal(text).orElseThrow();
  }
}
