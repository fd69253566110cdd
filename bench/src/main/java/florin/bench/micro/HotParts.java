package florin.bench.micro;

import florin.account.KeyText;
import florin.core.Caller.KeyKind;
import florin.core.Hmac;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Pan;
import florin.core.Realm;
import florin.http.Json;
import florin.vault.Keyring;
import florin.vault.SealedPan;
import florin.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.node.ObjectNode;

/** The benchmarks of the hot parts of a payment, one method each. */
@State(Scope.Benchmark)
public class HotParts {
  private static final String NUMBER = "4242424242424242";

  private final byte[] body =
      """
      {"amount":1000,"currency":"usd","description":"A payment","payment_method":{"type":"card",\
      "card":{"number":"%s","exp_month":12,"exp_year":2035,"cvc":"123"}}}\
      """
          .formatted(NUMBER)
          .getBytes(StandardCharsets.US_ASCII);

  private final ObjectNode request = Json.object(body);
  private final Keyring keyring = Keyring.generate(new SecureRandom());
  private final Vault vault = new Vault(keyring, new SecureRandom());
  private final Hmac hmac = keyring.hmac(Keyring.Purpose.IDEMPOTENCY);
  private final IdSource ids = new IdSource(Clock.systemUTC());
  private final Realm realm = Realm.of(1, Mode.TEST);
  private final Pan pan = new Pan(NUMBER);
  private final PaymentMethodId row = new PaymentMethodId(ids.next());
  private final SealedPan sealed = vault.seal(realm, row, pan);
  private final String id = new PaymentId(ids.next()).text();
  private final String key = KeyText.make(KeyKind.SECRET, Mode.TEST, new SecureRandom()).reveal();
  private final PaymentShown payment =
      PaymentShown.of(new PaymentId(ids.next()), row, Instant.now());

  @Benchmark
  public ObjectNode parseRequest() {
    return Json.object(body);
  }

  /** Builds the text of a request that its idempotency key is bound to, and computes its HMAC. */
  @Benchmark
  public byte[] fingerprintRequest() {
    return hmac.of(Json.canonical(request));
  }

  @Benchmark
  public byte[] renderPayment() {
    return Json.bytes(payment);
  }

  @Benchmark
  public UUID makeId() {
    return ids.next();
  }

  @Benchmark
  public Optional<PaymentId> parseId() {
    return PaymentId.KIND.parse(id);
  }

  @Benchmark
  public SealedPan sealCardNumber() {
    return vault.seal(realm, row, pan);
  }

  @Benchmark
  public Pan openCardNumber() {
    return vault.open(realm, row, sealed);
  }

  /** Checks an API key without the lookup: its checksum and its hash. */
  @Benchmark
  public byte[] checkApiKey() {
    return KeyText.parse(key).orElseThrow().hash();
  }
}
