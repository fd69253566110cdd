package florin.vault;

import florin.vault.SealedThings.Batch;
import florin.vault.SealedThings.Place;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Wraps all that there is of a kind under the current envelope key, in passes of bounded batches,
 * until a pass finds none under another. Killed half-way, it begins anew and passes over what is
 * done.
 */
public final class Rewrapping {
  static final int BATCH = 500;

  private Rewrapping() {}

  /**
   * @param progress told after every batch how many have been wrapped so far
   * @return how many were
   */
  public static long run(SealedThings things, LongConsumer progress) {
    long all = 0;
    long before;
    do {
      before = all;
      Optional<Place> place = Optional.of(Place.BEGIN);
      while (place.isPresent()) {
        Batch batch = things.rewrap(place.get(), BATCH);
        all += batch.count();
        progress.accept(all);
        place = batch.next();
      }
    } while (all > before);
    return all;
  }
}
