package florin.paymentmethod;

import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.vault.SealedPan;
import java.time.Instant;
import java.util.Optional;

/**
 * A card that was given to pay with.
 *
 * @param pan the encrypted number; empty when it failed its check digit, or was erased
 */
public record PaymentMethod(
    Realm realm, PaymentMethodId id, CardSummary card, Optional<SealedPan> pan, Instant created) {}
