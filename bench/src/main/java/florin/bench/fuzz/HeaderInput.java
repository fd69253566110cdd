package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.account.KeyText;
import florin.api.FuzzedRoutes;
import florin.checkout.Language;
import florin.core.AddressRange;
import florin.core.IdempotencyKey;
import florin.core.Problem;
import florin.core.Refusal;
import florin.http.Endpoint;
import florin.http.Exchange;
import florin.http.FuzzedExchange;
import florin.http.FuzzedExchange.Sent;
import florin.http.TrafficClass;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;

/** Reads one header, `Name: value`, with the part of the service that evaluates it. */
final class HeaderInput implements InputReader {
  private static final Pattern VALUE = Pattern.compile("[ -~\\xa0-\\xff\\t]*");
  private static final String FORWARDED_FOR = "X-Forwarded-For";
  private static final String FORWARDED = "Forwarded";
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
                  TrafficClass.PAYERS,
                  _ -> {
                    throw new IllegalStateException("the fuzzer calls no route");
                  })));

  @Override
  public boolean read(byte[] input) {
    String line = new String(input, StandardCharsets.ISO_8859_1);
    int colon = line.indexOf(':');
    String value = line.substring(colon + 1).strip();
    if (colon < 0 || !VALUE.matcher(value).matches()) {
      return false;
    }
    checkKey(value);
    Map<String, Boolean> taken =
        Map.of(
            "Accept-Language",
            Language.ofHeader(Optional.of(value)) != Language.ofHeader(Optional.of("")),
            FORWARDED_FOR,
            isAddress(FORWARDED_FOR, value, STRANGER + ", " + value),
            FORWARDED,
            isAddress(FORWARDED, value, "for=" + STRANGER + ", " + value),
            "Cookie",
            look("Cookie", value, HeaderInput::isCookie),
            "Authorization",
            look("Authorization", value, HeaderInput::isKey),
            "Content-Type",
            look("Content-Type", value, HeaderInput::isMediaType),
            "Idempotency-Key",
            look("Idempotency-Key", value, HeaderInput::isIdempotencyKey));
    return taken.getOrDefault(line.substring(0, colon), false);
  }

  @FunctionalInterface
  private interface Look {
    boolean at(Exchange exchange, String value);
  }

  private boolean look(String name, String value, Look look) {
    HttpFields headers = HttpFields.build().add(name, value).asImmutable();
    var sent = new Sent("GET", ROOT, headers, new byte[0]);
    return door.at(
            sent,
            Optional.empty(),
            request -> {
              try {
                return look.at(request.exchange(), value);
              } catch (Refusal refused) {
                checkRefusal(refused.problem());
                return false;
              }
            })
        .orElse(false);
  }

  private static void checkRefusal(Problem problem) {
    require(
        problem instanceof Problem.Unauthenticated
            || problem instanceof Problem.Transport
            || problem instanceof Problem.BadRequest
            || problem instanceof Problem.BadParameters,
        () -> "rejected as " + problem.code());
    Storable.checkText(problem.message());
  }

  private static boolean isCookie(Exchange exchange, String value) {
    Optional<String> cookie = exchange.cookie("florin");
    cookie.ifPresent(
        found -> require(value.contains("florin=" + found), "a cookie that wasn't sent"));
    return cookie.isPresent();
  }

  private static boolean isKey(Exchange exchange, String value) {
    String text = FuzzedRoutes.credentials(exchange);
    Optional<KeyText> key = KeyText.parse(text);
    key.ifPresent(it -> {
      require(it.reveal().equals(text), "a key has two spellings");
      require(!it.toString().contains(text), "a key's string shows the whole key");
    });
    return key.isPresent();
  }

  private static boolean isMediaType(Exchange exchange, String value) {
    exchange.requireJson();
    require(
        value.regionMatches(true, 0, "application/json", 0, "application/json".length()),
        "another media type is accepted as JSON");
    return true;
  }

  private static boolean isIdempotencyKey(Exchange exchange, String value) {
    Optional<IdempotencyKey> key = exchange.header("Idempotency-Key").map(IdempotencyKey::new);
    key.ifPresent(it ->
        require(
            it.text().length() <= IdempotencyKey.MAX_LENGTH && it.text().equals(value),
            "a key changes or is too long"));
    return key.isPresent();
  }

  private static void checkKey(String value) {
    KeyText.parse(value)
        .ifPresent(key -> require(key.reveal().equals(value), "a key has two spellings"));
  }

  /**
   * Checks the client's address: the rightmost address that isn't a trusted proxy's. Text that a
   * client prepends must not change it.
   */
  private static boolean isAddress(String name, String value, String longer) {
    Optional<InetAddress> client = client(name, value);
    client.ifPresent(found ->
        require(
            client(name, longer).equals(client),
            "a prepended address changes the client's address"));
    PlainAddresses.read(name.equals(FORWARDED), value)
        .ifPresent(plain -> require(plain.client().equals(client), "the client's address differs"));
    return client.isPresent();
  }

  private static Optional<InetAddress> client(String name, String value) {
    return FuzzedExchange.client(PROXIES, PROXY, HttpFields.build().add(name, value).asImmutable());
  }

  private static InetAddress address(String text) {
    return AddressRange.literal(text).orElseThrow();
  }
}
