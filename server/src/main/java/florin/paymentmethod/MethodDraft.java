package florin.paymentmethod;

import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.http.JsonFields;
import florin.instrument.Instrument;
import florin.vault.SealedPan;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/** A payment method in the stored draft of the payment that includes it. */
public final class MethodDraft {
  private MethodDraft() {}

  public static JsonFields.Writer of(PaymentMethod method) {
    var instrument = new JsonFields.Writer();
    method.instrument().store(instrument);
    var fields =
        new JsonFields.Writer()
            .put("id", method.id().uuid().toString())
            .put("type", method.instrument().type().text())
            .put("instrument", instrument)
            .put("billing", method.billing().texts())
            .put("erase_at", method.state().eraseAt().map(Instant::toString));
    method
        .state()
        .secret()
        .ifPresent(secret ->
            fields
                .put("secret_version", secret.keyVersion())
                .put("secret", Base64.getEncoder().encodeToString(secret.bytes())));
    return fields;
  }

  /** Returns the envelope key with which its number is encrypted. */
  public static Optional<Integer> key(PaymentMethod method) {
    return method.state().secret().map(SealedPan::keyVersion);
  }

  /**
   * Reads a method.
   *
   * @param created when the payment, and the method with it, was begun
   */
  public static PaymentMethod read(
      Realm realm, PaymentId payment, Instant created, JsonFields fields) {
    return PaymentMethod.fresh(
        realm,
        new PaymentMethodId(UUID.fromString(fields.text("id"))),
        Instrument.of(Instrument.Type.ofText(fields.text("type")), fields.fields("instrument")),
        BillingDetails.of(fields.texts("billing")),
        created,
        Optional.of(payment),
        fields
            .findText("secret")
            .map(text ->
                new SealedPan(fields.integer("secret_version"), Base64.getDecoder().decode(text))),
        fields.findText("erase_at").map(Instant::parse));
  }
}
