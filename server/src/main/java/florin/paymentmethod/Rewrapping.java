package florin.paymentmethod;

import florin.paymentmethod.PaymentMethodStore.Place;
import florin.paymentmethod.PaymentMethodStore.Rewrapped;
import florin.vault.Vault;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Wraps all card numbers under the current envelope key, in passes of bounded batches, until a pass
 * finds none under another. Killed half-way, it begins anew and passes over what is done.
 */
public final class Rewrapping {
  static final int BATCH = 500;

  private final PaymentMethodStore store;
  private final Vault vault;
  private final int current;

  public Rewrapping(PaymentMethodStore store, Vault vault, int current) {
    this.store = store;
    this.vault = vault;
    this.current = current;
  }

  /**
   * @param progress told after every batch how many numbers have been wrapped so far
   * @return how many were
   */
  public long run(LongConsumer progress) {
    long all = 0;
    long before;
    do {
      before = all;
      Optional<Place> place = Optional.of(Place.BEGIN);
      while (place.isPresent()) {
        Rewrapped batch = store.rewrap(vault, current, place.get(), BATCH);
        all += batch.numbers();
        progress.accept(all);
        place = batch.next();
      }
    } while (all > before);
    return all;
  }
}
