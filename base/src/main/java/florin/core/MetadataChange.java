package florin.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The change of `metadata` in a request: keys to set, and keys to remove (`null` or `""`).
 *
 * @param clears whether all existing keys are removed first (`metadata` itself is `null`)
 */
public record MetadataChange(boolean clears, Map<String, String> set, Set<String> removed) {
  public static final int MAX_KEYS = 50;
  public static final int MAX_KEY_LENGTH = 40;
  public static final int MAX_VALUE_LENGTH = 500;
  public static final MetadataChange NONE = new MetadataChange(Map.of(), Set.of());
  public static final MetadataChange CLEAR = new MetadataChange(true, Map.of(), Set.of());

  public MetadataChange(Map<String, String> set, Set<String> removed) {
    this(false, set, removed);
  }

  public MetadataChange {
    set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
    removed = Set.copyOf(removed);
  }

  /** Returns the metadata after the change. Rejects more than {@link #MAX_KEYS} keys in all. */
  public Map<String, String> applyTo(Map<String, String> before) {
    var after = clears ? new LinkedHashMap<String, String>() : new LinkedHashMap<>(before);
    after.keySet().removeAll(removed);
    after.putAll(set);
    if (after.size() > MAX_KEYS) {
      throw Problem.BadParameters.of(
              "metadata",
              ErrorCode.PARAMETER_INVALID,
              "metadata must have at most "
                  + MAX_KEYS
                  + " keys; with this change it would have more.")
          .refusal();
    }
    return after;
  }
}
