package florin.connector.instance;

import florin.core.Field;
import java.util.Map;

/**
 * What a request says of the fields of a connector; what it does not name stays.
 *
 * @param settings those that are no secrets
 * @param credentials the others
 */
public record FieldChange(
    Map<String, Field<String>> settings, Map<String, Field<String>> credentials) {
  public FieldChange {
    settings = Map.copyOf(settings);
    credentials = Map.copyOf(credentials);
  }

  boolean isEmpty() {
    return settings.isEmpty() && credentials.isEmpty();
  }
}
