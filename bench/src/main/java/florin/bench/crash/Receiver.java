package florin.bench.crash;

import florin.bench.webhook.MerchantServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A merchant's webhook endpoint that survives all faults. It verifies deliveries and remembers
 * them.
 */
final class Receiver implements AutoCloseable {
  private static final Pattern PATH = Pattern.compile("POST (/\\S*)");
  private static final Pattern ID = Pattern.compile("\\{\"id\":\"(evt_[0-9a-z]+)\"");

  /**
   * Matches events about endpoints. Which of them are delivered depends on when the endpoint was
   * created.
   */
  private static final Pattern OF_ENDPOINT =
      Pattern.compile("\\{\"id\":\"evt_[0-9a-z]+\"[^{]*?\"type\":\"webhook_endpoint\\.");

  private static final Pattern SIGNATURE =
      Pattern.compile("(?im)^service-signature: t=([0-9]+),v1=([0-9a-f]{64})");

  private final MerchantServer server;
  private final Map<String, String> secrets = new ConcurrentHashMap<>();

  /**
   * The digest of each event's first body, by the event's id, whether or not the delivery was
   * accepted.
   */
  private final Map<String, String> digests = new ConcurrentHashMap<>();

  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final Set<String> ofEndpoints = ConcurrentHashMap.newKeySet();
  private final Set<String> twofold = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> forged = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> leaks = new ConcurrentLinkedQueue<>();
  private final AtomicLong deliveries = new AtomicLong();

  /** One of this many events fails at first; 0 if none does. */
  private volatile int failsOneIn;

  Receiver() throws IOException {
    this.server = new MerchantServer(this::takes);
  }

  String url(String path) {
    return server.url(path);
  }

  /** Sets the secret that deliveries to this path are signed with. */
  void expect(String path, String secret) {
    secrets.put(path, secret);
  }

  /** Rejects the first delivery of each event from now on. */
  void failFirst() {
    failFirst(1);
  }

  /**
   * Rejects the first delivery of some events from now on.
   *
   * @param oneIn selects one of this many events
   */
  void failFirst(int oneIn) {
    failsOneIn = oneIn;
  }

  /** Records a delivery. Returns false to reject it. */
  boolean takes(String head, String body) {
    deliveries.incrementAndGet();
    Optional<String> id = first(ID, body);
    if (id.isEmpty() || !isSigned(head, body)) {
      forged.add(id.orElse("an event without an id"));
      return true;
    }
    if (Cards.SECRET.isIn(body.getBytes(StandardCharsets.UTF_8))) {
      leaks.add(id.get());
    }
    int oneIn = failsOneIn;
    boolean fails = oneIn > 0 && Math.floorMod(id.get().hashCode(), oneIn) == 0;
    if (OF_ENDPOINT.matcher(body).lookingAt()) {
      ofEndpoints.add(id.get());
    }
    String digest = digest(body);
    String first = digests.putIfAbsent(id.get(), digest);
    if (first != null && !first.equals(digest)) {
      twofold.add(id.get());
    }
    if (fails && first == null) {
      return false;
    }
    taken.add(id.get());
    return true;
  }

  private boolean isSigned(String head, String body) {
    Matcher signature = SIGNATURE.matcher(head);
    String secret = first(PATH, head).map(secrets::get).orElse("");
    return !secret.isEmpty()
        && signature.find()
        && signature.group(2).equals(mac(secret, signature.group(1) + "." + body));
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static String mac(String secret, String message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HMAC-SHA256", impossible);
    }
  }

  /** Returns a digest of a body. Storing all bodies would exhaust the memory. */
  static String digest(String body) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16).toLowerCase(Locale.ROOT);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** Returns the digest of an event's body, or empty if the event wasn't received and accepted. */
  Optional<String> digestOf(String event) {
    return Optional.ofNullable(digests.get(event)).filter(_ -> taken.contains(event));
  }

  /** Returns the ids of all received events, except those about endpoints. */
  List<String> arrived() {
    return digests.keySet().stream().filter(id -> !ofEndpoints.contains(id)).toList();
  }

  /** Returns the events that were received with different bodies. */
  List<String> twofold() {
    return List.copyOf(twofold);
  }

  long deliveries() {
    return deliveries.get();
  }

  List<String> forged() {
    return List.copyOf(forged);
  }

  /** Returns the events that contained a card number. */
  List<String> leaks() {
    return List.copyOf(leaks);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
