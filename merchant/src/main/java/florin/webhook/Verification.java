package florin.webhook;

import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.IdTime;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.vault.SecretSeal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Explains why a signature does not verify. Florin has the sent body and the secrets, so it can
 * tell which of the three parts is wrong.
 */
public final class Verification {
  /** The most endpoints that are tried as the signer. */
  private static final int MAX_ENDPOINTS = PageRequest.MAX_LIMIT;

  /** The tolerance of most receivers, and of the snippets in the documentation. */
  private static final Duration CHECK_TOLERANCE = Duration.ofMinutes(5);

  /** The beginning of a signature in either form, and the rest of it. */
  private static final Pattern SIGNATURE = Pattern.compile("(v1[=,][^ ,]{8})[^ ,]+");

  private static final UUID NOTHING = new UUID(0, 0);

  private final EventLog events;
  private final WebhookEndpointStore endpoints;
  private final SecretSeal seal;
  private final IdempotentCommand once;
  private final InstantSource clock;

  Verification(
      EventLog events,
      WebhookEndpointStore endpoints,
      SecretSeal seal,
      IdempotentCommand once,
      InstantSource clock) {
    this.events = events;
    this.endpoints = endpoints;
    this.seal = seal;
    this.once = once;
    this.clock = clock;
  }

  /**
   * The receiver's input.
   *
   * @param header the value of `service-signature`
   * @param body the body as received, or as the receiver stored it
   * @param event the event that the body seems to be
   */
  public record Question(
      String header, String body, String secret, Duration tolerance, Optional<EventId> event) {}

  /** The cause of a failed verification. */
  public enum VerificationFault {
    HEADER_MALFORMED(
        "The header must be t=<unix seconds>,v1=<64 hexadecimal digits>. Paste the value of service-signature unchanged."),
    SECRET_MALFORMED(
        "The secret must be whsec_ and 44 letters and digits, as it was shown when the endpoint was created or rotated."),
    TIMESTAMP_OUTSIDE_TOLERANCE(
        "The signature is valid, but its timestamp is not. The delivery is old, or the receiver's clock is wrong."),
    BODY_RESERIALIZED(
        "The secret is correct, but the body has the same content in different bytes. Verify the raw body before you parse it."),
    BODY_ALTERED(
        "The secret is correct, but the body differs from the delivered one. Check what changes it on the way."),
    SECRET_WRONG(
        "The body was signed with the secret of another endpoint, or with one before a rotation."),
    BODY_OR_SECRET_WRONG(
        "The signature is invalid, and the body belongs to no event of this account and mode. Check both the body and the secret.");

    private final String message;

    VerificationFault(String message) {
      this.message = message;
    }

    public String message() {
      return message;
    }
  }

  /**
   * The result.
   *
   * @param fault empty if it verifies
   * @param signedBy the endpoint whose secret signed it, if it is another one
   * @param age of the signature, if its time is readable; negative if it is in the future
   */
  public record Finding(
      Optional<VerificationFault> fault,
      Optional<WebhookEndpointId> signedBy,
      Optional<Duration> age) {
    static Finding of(VerificationFault fault, Optional<Duration> age) {
      return new Finding(Optional.of(fault), Optional.empty(), age);
    }
  }

  /** The content of a header: the time and the signatures. */
  record SignatureHeader(long t, List<String> macs) {
    private static final Pattern TIME = Pattern.compile("t=[0-9]{1,12}");
    private static final Pattern MAC = Pattern.compile("v1=[0-9a-f]{64}");

    static Optional<SignatureHeader> parse(String text) {
      Optional<Long> t = Optional.empty();
      var macs = new ArrayList<String>();
      for (String part : text.split(",")) {
        String stripped = part.strip();
        if (TIME.matcher(stripped).matches()) {
          t = Optional.of(Long.valueOf(stripped.substring(2)));
        } else if (MAC.matcher(stripped).matches()) {
          macs.add(stripped.substring(3));
        }
      }
      return t.filter(_ -> !macs.isEmpty()).map(time -> new SignatureHeader(time, macs));
    }

    boolean fits(SigningSecret secret, byte[] body) {
      byte[] mac = Signature.serviceMac(secret, t, body).getBytes(StandardCharsets.US_ASCII);
      return macs.stream()
          .anyMatch(m -> MessageDigest.isEqual(mac, m.getBytes(StandardCharsets.US_ASCII)));
    }
  }

  /**
   * Verifies a receiver's input.
   *
   * @param sameJson whether two bodies are the same JSON
   */
  Result<Finding> verify(Realm realm, Origin origin, Question question, SameJson sameJson) {
    return once.run(
        realm,
        origin,
        () ->
            Decision.untold(
                NOTHING, find(realm, question, sameJson), List.of(), VerificationView::of));
  }

  /**
   * Verifies a signature for a person who must not see the secret. It uses the endpoint's own
   * secrets, and reveals neither them nor a new signature.
   */
  public Finding check(
      Realm realm,
      WebhookEndpointId id,
      String header,
      String body,
      Optional<EventId> event,
      SameJson sameJson) {
    WebhookEndpoint endpoint = endpoints.find(realm, id).orElseThrow(id::notFound);
    return SignatureHeader.parse(header)
        .map(parsed ->
            find(
                realm,
                new Received(parsed, body, CHECK_TOLERANCE, event),
                secrets(endpoint, Instant.ofEpochSecond(parsed.t())),
                sameJson))
        .orElseGet(() -> Finding.of(VerificationFault.HEADER_MALFORMED, Optional.empty()));
  }

  /**
   * Returns the headers that an attempt at that time sent, if no secret has changed since. Of each
   * signature it shows the beginning: enough to recognize it, but not to forge a delivery.
   */
  public SequencedMap<String, String> listHeaders(
      WebhookEndpoint endpoint, EventId event, String body, Instant attempted) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", Sender.CONTENT_TYPE);
    headers.put("User-Agent", Sender.USER_AGENT);
    Signature.headers(event.text(), utf8(body), secrets(endpoint, attempted), attempted)
        .forEach((name, value) -> headers.put(name, SIGNATURE.matcher(value).replaceAll("$1…")));
    return headers;
  }

  private List<SigningSecret> secrets(WebhookEndpoint endpoint, Instant at) {
    return endpoint.sealedSecrets(at).stream()
        .map(sealed -> new SigningSecret(seal.open(endpoint.realm(), endpoint.id().uuid(), sealed)))
        .toList();
  }

  /** Compares two texts as JSON. */
  @FunctionalInterface
  public interface SameJson {
    boolean test(String one, String other);
  }

  private Finding find(Realm realm, Question question, SameJson sameJson) {
    Optional<SignatureHeader> parsed = SignatureHeader.parse(question.header());
    if (parsed.isEmpty()) {
      return Finding.of(VerificationFault.HEADER_MALFORMED, Optional.empty());
    }
    var received =
        new Received(parsed.get(), question.body(), question.tolerance(), question.event());
    if (!SigningSecret.isWellFormed(question.secret())) {
      return Finding.of(VerificationFault.SECRET_MALFORMED, Optional.of(age(received)));
    }
    return find(realm, received, List.of(new SigningSecret(question.secret())), sameJson);
  }

  /** Input with a readable header. */
  private record Received(
      SignatureHeader header, String body, Duration tolerance, Optional<EventId> event) {
    boolean isSignedBy(List<SigningSecret> secrets, String text) {
      return secrets.stream().anyMatch(secret -> header.fits(secret, utf8(text)));
    }
  }

  private Duration age(Received received) {
    return Duration.between(Instant.ofEpochSecond(received.header().t()), clock.instant());
  }

  private Finding find(
      Realm realm, Received received, List<SigningSecret> secrets, SameJson sameJson) {
    Duration age = age(received);
    if (received.isSignedBy(secrets, received.body())) {
      return age.abs().compareTo(received.tolerance()) > 0
          ? Finding.of(VerificationFault.TIMESTAMP_OUTSIDE_TOLERANCE, Optional.of(age))
          : new Finding(Optional.empty(), Optional.empty(), Optional.of(age));
    }
    Optional<String> stored =
        received.event().flatMap(id -> events.find(realm, id)).map(StoredEvent::body);
    if (stored.isPresent() && received.isSignedBy(secrets, stored.get())) {
      return Finding.of(
          sameJson.test(stored.get(), received.body())
              ? VerificationFault.BODY_RESERIALIZED
              : VerificationFault.BODY_ALTERED,
          Optional.of(age));
    }
    Optional<WebhookEndpointId> signer =
        signer(realm, received.header(), utf8(stored.orElse(received.body())));
    return new Finding(
        Optional.of(
            stored.isPresent() || signer.isPresent()
                ? VerificationFault.SECRET_WRONG
                : VerificationFault.BODY_OR_SECRET_WRONG),
        signer,
        Optional.of(age));
  }

  private Optional<WebhookEndpointId> signer(Realm realm, SignatureHeader header, byte[] body) {
    var page = PageRequest.first(MAX_ENDPOINTS);
    var always = IdTime.Span.ALWAYS;
    return endpoints.list(realm, Optional.empty(), always, page).data().stream()
        .filter(endpoint ->
            endpoint.sealedSecrets(Instant.EPOCH).stream()
                .map(sealed -> seal.open(realm, endpoint.id().uuid(), sealed))
                .anyMatch(text -> header.fits(new SigningSecret(text), body)))
        .map(WebhookEndpoint::id)
        .findFirst();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
