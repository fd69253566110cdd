package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.load.Answer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A keyed payment that was sent, once or more often, and what was answered first. */
final class Sent {
  private static final JsonMapper JSON = new JsonMapper();

  /** Paid, and declined. Any other answer acknowledges nothing. */
  private static final Set<Integer> ACKNOWLEDGING = Set.of(200, 402);

  private final String key;
  private final TestCard card;
  private final int amount;
  private Optional<Acknowledged> acknowledged = Optional.empty();

  /**
   * @param payment its id
   * @param digest of status and body: bodies would fill the memory
   */
  record Acknowledged(String payment, String status, String digest) {}

  Sent(String key, TestCard card, int amount) {
    this.key = key;
    this.card = card;
    this.amount = amount;
  }

  String key() {
    return key;
  }

  TestCard card() {
    return card;
  }

  int amount() {
    return amount;
  }

  Optional<Acknowledged> acknowledged() {
    return acknowledged;
  }

  /** Takes an answer in; a violation if it is not that of the first time. */
  Optional<Violation> answered(Answer answer) {
    if (!ACKNOWLEDGING.contains(answer.status())) {
      return answer.status() >= 500 || answer.status() == 409
          ? Optional.empty()
          : Optional.of(
              Invariant.SAME_ANSWER.broken(key + " got " + answer.status() + " " + answer.text()));
    }
    Acknowledged now = read(answer);
    Optional<Acknowledged> first = acknowledged;
    if (first.isEmpty()) {
      acknowledged = Optional.of(now);
      return Optional.empty();
    }
    if (!first.get().payment().equals(now.payment())) {
      return Optional.of(
          Invariant.ONE_PAYMENT_PER_KEY.broken(
              key + " was acknowledged as " + first.get() + " and then as " + now));
    }
    return first.get().equals(now)
        ? Optional.empty()
        : Optional.of(
            Invariant.SAME_ANSWER.broken(key + " was answered " + first.get() + ", then " + now));
  }

  private static Acknowledged read(Answer answer) {
    JsonNode body = JSON.readTree(answer.text());
    return answer.status() == 200
        ? new Acknowledged(
            body.path("id").asString(), body.path("status").asString(), digest(answer))
        : new Acknowledged(body.path("error").path("payment").asString(), "failed", digest(answer));
  }

  private static String digest(Answer answer) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(Integer.toString(answer.status()).getBytes(StandardCharsets.US_ASCII));
      sha.update(answer.body().duplicate());
      return HexFormat.of().formatHex(sha.digest(), 0, 16);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
