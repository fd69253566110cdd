package florin.paymentmethod;

import florin.vault.SealedThings;
import florin.vault.Vault;
import java.util.Map;

/**
 * The card numbers, for a rotation of the envelope key.
 *
 * @param vault with the keys, the current one among them
 * @param current the key that numbers are to be sealed under
 */
public record SealedNumbers(PaymentMethodStore store, Vault vault, int current)
    implements SealedThings {
  @Override
  public String name() {
    return "card numbers";
  }

  @Override
  public Map<Integer, Long> countByKey() {
    return store.countByKey();
  }

  @Override
  public Batch rewrap(Place from, int most) {
    return store.rewrap(vault, current, from, most);
  }
}
