package florin.paymentmethod;

import florin.core.CardCode;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.vault.Card;
import florin.vault.CodeMemory;
import florin.vault.Vault;
import java.util.Optional;

/** Gives cards that are kept out to be charged. */
public final class CardsOnFile {
  private final PaymentMethodStore store;
  private final Vault vault;
  private final CodeMemory codes;

  public CardsOnFile(PaymentMethodStore store, Vault vault, CodeMemory codes) {
    this.store = store;
    this.vault = vault;
    this.codes = codes;
  }

  /**
   * The card of a method, to be charged now: the number from the vault, the code if this node still
   * holds it, which then is forgotten. Empty when the number is erased.
   */
  public Optional<ChargeableCard> charge(Realm realm, PaymentMethodId id) {
    return store
        .find(realm, id)
        .flatMap(kept ->
            kept.pan()
                .map(sealed ->
                    new ChargeableCard(
                        new Card(
                            vault.open(realm, id, sealed),
                            kept.expMonth(),
                            kept.expYear(),
                            codes.take(realm, id)),
                        false)));
  }

  /** Holds a code, in memory, until the card is charged; 15 minutes at most. */
  public void hold(Realm realm, PaymentMethodId id, Optional<CardCode> code) {
    code.ifPresent(held -> codes.put(realm, id, held));
  }

  /** Drops the code that is held for a method, if there is one: no authorisation will follow. */
  public void forget(Realm realm, PaymentMethodId id) {
    codes.drop(realm, id);
  }
}
