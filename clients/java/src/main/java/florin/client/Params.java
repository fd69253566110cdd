package florin.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of a request. A field that was not set is not sent; a field that was set to null is
 * sent as null.
 *
 * @param <T> the class itself
 */
public abstract class Params<T extends Params<T>> {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  protected Params() {}

  @SuppressWarnings("unchecked")
  protected final T set(String name, @Nullable Object value) {
    fields.put(name, value);
    return (T) this;
  }

  final Map<String, Object> fields() {
    return Collections.unmodifiableMap(fields);
  }

  /** Returns the names of the fields, without their values: these may be card data. */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + fields.keySet();
  }
}
