package florin.mandate;

import florin.connector.ThreeDSecure;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.SetupId;
import florin.core.Sha256;
import florin.http.Json;
import florin.http.Json.OmitWhenNull;
import florin.mandate.Mandate.Revocation;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.MandateUse.Consent;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mandate as the API shows it, field by field.
 *
 * @param payment the payment with which the payer gave it; empty if that was a setup
 * @param textSha256 the SHA-256 hash of the text in UTF-8, in hexadecimal
 */
record MandateView(
    MandateId id,
    String object,
    Mandate.Status status,
    PaymentMethodId paymentMethod,
    CustomerId customer,
    Optional<PaymentId> payment,
    @OmitWhenNull @Nullable SetupId setup,
    String text,
    String textSha256,
    Instant acceptedAt,
    Optional<String> ipAddress,
    Optional<String> userAgent,
    Optional<ThreeDSecure> threeDSecure,
    Optional<String> networkTransactionId,
    Optional<Instant> renewedAt,
    Optional<Instant> expiresAt,
    Optional<Instant> revokedAt,
    Optional<RevocationReason> revocationReason,
    Instant created,
    boolean livemode) {
  static MandateView of(Mandate mandate, Instant now) {
    Consent consent = mandate.consent();
    Mandate.State state = mandate.state();
    boolean isOfSetup = mandate.id().isOfSetup(mandate.payment());
    return new MandateView(
        mandate.id(),
        "mandate",
        mandate.status(now),
        mandate.paymentMethod(),
        mandate.customer(),
        isOfSetup ? Optional.empty() : Optional.of(mandate.payment()),
        isOfSetup ? new SetupId(mandate.payment().uuid()) : null,
        consent.text(),
        HexFormat.of().formatHex(Sha256.of(consent.text())),
        consent.accepted(),
        consent.ipAddress(),
        consent.userAgent(),
        state.authentication(),
        state.networkTransactionId(),
        state.renewed(),
        consent.expires(),
        state.revocation().map(Revocation::at),
        state.revocation().map(Revocation::reason),
        mandate.created(),
        mandate.realm().isLive());
  }

  static String text(Mandate mandate, Instant now) {
    return Json.text(of(mandate, now));
  }
}
