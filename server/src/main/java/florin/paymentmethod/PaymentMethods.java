package florin.paymentmethod;

import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Pan;
import florin.core.Realm;
import florin.vault.Brand;
import florin.vault.Card;
import florin.vault.Funding;
import florin.vault.SealedPan;
import florin.vault.Vault;
import java.time.Instant;
import java.util.Optional;

/** Makes payment methods of the cards that come in. */
public final class PaymentMethods {
  private final Vault vault;
  private final IdSource ids;

  public PaymentMethods(Vault vault, IdSource ids) {
    this.vault = vault;
    this.ids = ids;
  }

  /** The card as it is kept: its number sealed, unless it is none. */
  public PaymentMethod of(Realm realm, Card card, Instant now) {
    Pan pan = card.pan();
    var id = new PaymentMethodId(ids.next());
    boolean isNumber = pan.isValid();
    Optional<String> fingerprint =
        isNumber ? Optional.of(vault.fingerprint(realm, pan)) : Optional.empty();
    Optional<SealedPan> sealed =
        isNumber ? Optional.of(vault.seal(realm, id, pan)) : Optional.empty();
    var summary =
        new CardSummary(
            Brand.of(pan),
            pan.last4(),
            card.expMonth(),
            card.expYear(),
            Funding.of(pan, realm.mode()),
            fingerprint);
    return new PaymentMethod(realm, id, summary, sealed, now);
  }
}
