package florin.payment.machine;

import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a payer was authenticated, as it is kept and shown: a {@link ThreeDSecureResult} without its
 * cryptogram, which is kept no longer than the authorisation and so has no place here.
 */
public record ThreeDSecure(
    String version,
    Optional<String> eci,
    Optional<String> dsTransactionId,
    TransStatus transStatus) {

  public static ThreeDSecure of(ThreeDSecureResult result) {
    return new ThreeDSecure(
        result.version(), result.eci(), result.dsTransactionId(), result.transStatus());
  }

  /** What a connector can still be told of it. */
  public ThreeDSecureResult withoutCryptogram() {
    return new ThreeDSecureResult(version, eci, Optional.empty(), dsTransactionId, transStatus);
  }

  /** As it is stored. */
  public Map<String, String> texts() {
    var texts = new LinkedHashMap<String, String>();
    texts.put("version", version);
    eci.ifPresent(text -> texts.put("eci", text));
    dsTransactionId.ifPresent(text -> texts.put("ds_transaction_id", text));
    texts.put("trans_status", transStatus.text());
    return texts;
  }

  public static ThreeDSecure ofTexts(Map<String, String> texts) {
    return new ThreeDSecure(
        texts.getOrDefault("version", ""),
        Optional.ofNullable(texts.get("eci")),
        Optional.ofNullable(texts.get("ds_transaction_id")),
        TransStatus.valueOf(texts.getOrDefault("trans_status", "")));
  }
}
