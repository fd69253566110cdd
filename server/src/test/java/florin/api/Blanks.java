package florin.api;

import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces the values of a transcript that differ between runs with names, and the names with
 * values.
 */
final class Blanks {
  /** Fields whose text differs in every run. */
  private static final Set<String> RANDOM_FIELDS =
      Set.of("fingerprint", "receipt_url", "client_secret", "secret", "network_transaction_id");

  private static final Pattern BLANK = Pattern.compile("\\{\\{(.+?)}}");
  private static final Pattern TIMES = Pattern.compile("(.) \\* ([0-9]+)");
  private static final Pattern ID =
      Pattern.compile(
          "\\b(pay|st|re|pm|mnd|cus|cs|plink|evt|we|del|att|req)_[0-7][0-9a-hjkmnp-tv-z]{25}\\b");

  /** The address of a challenge: in full in a payment, and only the token in a redirect. */
  private static final Pattern CHALLENGE =
      Pattern.compile(
          "http://127\\.0\\.0\\.1:[0-9]+(/challenges/[A-Za-z0-9_-]{56})|\\.\\./[A-Za-z0-9_-]{56}");

  /** The address of the page of a checkout session or a payment link. */
  private static final Pattern PAGE =
      Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+(/[cl]/[A-Za-z0-9_-]{56})");

  private static final Set<String> TIME_FIELDS =
      Set.of(
          "created",
          "captured_at",
          "canceled_at",
          "accepted_at",
          "revoked_at",
          "resolved_at",
          "resolved",
          "next_attempt");

  /** The hash of a document, which every change of the document changes. */
  private static final Pattern ETAG = Pattern.compile("\"[0-9a-f]{24}\"");

  /** Headers of every response, which one other test checks. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "date",
          "content-length",
          "cache-control",
          "x-content-type-options",
          // Whether a response that precedes the body has this header depends on when the body
          // arrives.
          "connection");

  private static final ObjectWriter PRETTY = Contract.JSON.writer().with(printer());

  private final SpecialKeys keys;
  private final Map<String, String> filled = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  Blanks(TestApp florin) {
    this.keys = SpecialKeys.ofNewAccount(florin);
  }

  String fill(String text) {
    return BLANK
        .matcher(text)
        .replaceAll(m -> Matcher.quoteReplacement(filled.computeIfAbsent(m.group(1), this::value)));
  }

  private String value(String blank) {
    Matcher times = TIMES.matcher(blank);
    if (times.matches()) {
      return times.group(1).repeat(Integer.parseInt(times.group(2)));
    }
    return switch (blank) {
      case "secret" -> keys.secret();
      case "publishable" -> keys.publishable();
      case "unknown" -> keys.unknown();
      case "revoked" -> keys.revoked();
      case "expired" -> keys.expired();
      case "live" -> keys.live();
      case "basic" -> base64(keys.secret() + ":");
      case "basic with a password" -> base64(keys.secret() + ":secret");
      default -> throw new IllegalArgumentException("nothing was called " + blank + " so far");
    };
  }

  /** Returns the response as a transcript shows it. */
  String show(Reply reply) {
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    reply.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    String lines =
        headers.entrySet().stream()
            .filter(e -> !LEFT_OUT.contains(e.getKey().toLowerCase(Locale.ROOT)))
            .map(e -> "\n" + cased(e.getKey()) + ": " + blanked(e.getValue()))
            .collect(Collectors.joining());
    boolean json = headers.getOrDefault("Content-Type", "").equals("application/json");
    String body =
        json
            ? PRETTY.writeValueAsString(blanked("", reply.json()))
            : "(" + headers.getOrDefault("Content-Type", "nothing") + ")";
    return "HTTP/1.1 " + reply.status() + lines + "\n\n" + body;
  }

  private JsonNode blanked(String field, JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(e -> e.setValue(blanked(e.getKey(), e.getValue())));
      return object;
    }
    if (node.isArray()) {
      var copy = Contract.JSON.createArrayNode();
      node.forEach(element -> copy.add(blanked(field, element)));
      return copy;
    }
    if (node.isString()) {
      String text = node.stringValue();
      return Contract.JSON
          .getNodeFactory()
          .stringNode(RANDOM_FIELDS.contains(field) ? named(field, text) : blanked(text));
    }
    if (field.equals("expires_at") && node.isNumber()) {
      return Contract.JSON.getNodeFactory().stringNode("{{expiry}}");
    }
    if (field.equals("age_seconds") && node.isNumber()) {
      return Contract.JSON.getNodeFactory().stringNode("{{age}}");
    }
    return TIME_FIELDS.contains(field) && isNow(node)
        ? Contract.JSON.getNodeFactory().stringNode("{{time}}")
        : node;
  }

  private static boolean isNow(JsonNode node) {
    return node.isIntegralNumber()
        && Math.abs(Instant.now().getEpochSecond() - node.longValue()) < 120;
  }

  private String blanked(String text) {
    Matcher challenge = CHALLENGE.matcher(text);
    if (challenge.matches()) {
      String path = challenge.group(1);
      return path == null ? "../{{token}}" : named("challenge", path);
    }
    Matcher page = PAGE.matcher(text);
    if (page.matches()) {
      return named("page", page.group(1));
    }
    if (ETAG.matcher(text).matches()) {
      return named("etag", text);
    }
    return ID.matcher(text).replaceAll(m -> Matcher.quoteReplacement(named(m.group(1), m.group())));
  }

  /** Returns the name of a value, which is the same throughout a transcript. */
  private String named(String kind, String value) {
    return names.computeIfAbsent(
        value,
        _ -> {
          String name = kind + "_" + counts.merge(kind, 1, Integer::sum);
          filled.put(name, value);
          return "{{" + name + "}}";
        });
  }

  /** Returns the usual spelling of a header: the client returns names in lower case. */
  private static String cased(String header) {
    return Stream.of(header.split("-"))
        .map(part ->
            switch (part) {
              case "www" -> "WWW";
              case "ratelimit" -> "RateLimit";
              default -> Character.toUpperCase(part.charAt(0)) + part.substring(1);
            })
        .collect(Collectors.joining("-"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static DefaultPrettyPrinter printer() {
    var lines = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""))
        .withObjectIndenter(lines)
        .withArrayIndenter(lines);
  }
}
