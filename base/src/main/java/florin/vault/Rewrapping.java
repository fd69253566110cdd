package florin.vault;

import florin.vault.SealedThings.Batch;
import florin.vault.SealedThings.Place;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Encrypts all values of a kind under the current encryption key. It works in passes of bounded
 * batches, until a pass finds no value under another key. After a crash, it starts again, and skips
 * the values that are done.
 */
public final class Rewrapping {
  static final int BATCH = 500;

  private Rewrapping() {}

  /**
   * Wraps all values.
   *
   * @param progress called after every batch with the number of values wrapped so far
   * @return the number of wrapped values
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
