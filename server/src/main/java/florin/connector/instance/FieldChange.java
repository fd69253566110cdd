package florin.connector.instance;

import florin.core.Field;
import java.util.Map;

/**
 * The change of a connector's fields in a request. Fields that it does not name stay.
 *
 * @param settings the fields that are no secrets
 * @param credentials the secret fields
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
