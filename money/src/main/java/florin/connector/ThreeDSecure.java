package florin.connector;

import florin.connector.ThreeDSecureResult.TransStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a payer's authentication, as it is stored and shown: a {@link ThreeDSecureResult}
 * without its cryptogram. The cryptogram is kept no longer than the authorization.
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

  /** Returns the part of the result that a connector can still receive. */
  public ThreeDSecureResult withoutCryptogram() {
    return new ThreeDSecureResult(version, eci, Optional.empty(), dsTransactionId, transStatus);
  }

  /** Returns the result as it is stored. */
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
