package florin.client;

import florin.client.FlorinException.InvalidSignature;
import florin.client.FlorinException.Unreadable;
import florin.client.model.Event;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies the signatures of webhooks, and reads their events. It is thread-safe. */
public final class Webhooks {
  private static final int MAX_BODY = 1 << 20;
  private static final int MAX_HEADER = 4096;

  private final List<String> secrets;
  private final Duration tolerance;
  private final Clock clock;

  /** Accepts the signature of any of the secrets: during a rotation, there are two. */
  public Webhooks(String... secrets) {
    this(List.of(secrets), Duration.ofMinutes(5), Clock.systemUTC());
  }

  /**
   * Accepts the signature of any of the secrets.
   *
   * @param tolerance the greatest difference between the time of the signature and the clock
   */
  public Webhooks(List<String> secrets, Duration tolerance, Clock clock) {
    if (secrets.isEmpty() || secrets.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("Webhooks need a secret that is not empty.");
    }
    this.secrets = List.copyOf(secrets);
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Returns the event of a webhook.
   *
   * @param body the raw body, as it arrived
   * @param signature the header {@code service-signature}
   * @throws InvalidSignature if Florin did not send this body now
   */
  public Event event(byte[] body, @Nullable String signature) {
    verify(body, signature);
    return Json.read(new String(body, StandardCharsets.UTF_8), Event.class);
  }

  private void verify(byte[] body, @Nullable String signature) {
    if (body.length > MAX_BODY) {
      throw new Unreadable("The body of the webhook has more than 1 MiB.");
    }
    if (signature == null || signature.length() > MAX_HEADER) {
      throw new InvalidSignature("The header service-signature is missing or too long.");
    }
    String time = "";
    List<byte[]> signatures = new ArrayList<>();
    for (String part : signature.split(",")) {
      if (part.startsWith("t=")) {
        time = part.substring(2);
      } else if (part.startsWith("v1=")) {
        signatures.add(part.substring(3).getBytes(StandardCharsets.UTF_8));
      }
    }
    if (!time.matches("[0-9]{1,12}")) {
      throw new InvalidSignature("The header service-signature has no time.");
    }
    boolean matches = false;
    for (String secret : secrets) {
      byte[] expected = expected(secret, time, body);
      for (byte[] each : signatures) {
        matches |= MessageDigest.isEqual(expected, each);
      }
    }
    if (!matches) {
      throw new InvalidSignature("No signature matches. Pass the raw body and the right secret.");
    }
    if (Math.abs(clock.instant().getEpochSecond() - Long.parseLong(time)) > tolerance.toSeconds()) {
      throw new InvalidSignature("The signature is too old, or this server's clock is wrong.");
    }
  }

  private static byte[] expected(String secret, String time, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.UTF_8);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("Every Java has HmacSHA256.", missing);
    }
  }
}
