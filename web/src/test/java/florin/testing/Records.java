package florin.testing;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Copies of records with changed components. */
public final class Records {
  private Records() {}

  /**
   * Returns a copy of the record with one changed component. Production code has explicit methods
   * for the changes that it needs.
   */
  public static <R extends Record> R with(R record, String component, Object value) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = new Object[components.length];
    boolean found = false;
    try {
      for (int i = 0; i < components.length; i++) {
        boolean isIt = components[i].getName().equals(component);
        values[i] = isIt ? value : components[i].getAccessor().invoke(record);
        found |= isIt;
      }
      if (!found) {
        throw new IllegalArgumentException(record.getClass() + " has no " + component);
      }
      @SuppressWarnings("unchecked")
      Class<R> type = (Class<R>) record.getClass();
      return type.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }
}
