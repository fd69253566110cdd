package florin.connector;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a merchant is asked for to set up a connector of one kind, field by field, wherever that is
 * done.
 *
 * @param label the provider's name, for people
 * @param documentation where the provider says how to get what is asked for
 */
public record ConnectorForm(String label, URI documentation, List<FormField> fields) {
  public ConnectorForm {
    fields = List.copyOf(fields);
  }

  public Optional<FormField> find(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst();
  }

  /**
   * @param name as it stands in {@link ConnectorSetup}
   * @param label for people
   * @param secret whether it is kept sealed and never shown
   * @param format what it looks like, all of it
   * @param hint what it looks like, in words: `the secret key, which begins with sk_test_`
   */
  public record FormField(
      String name,
      String label,
      boolean secret,
      boolean required,
      Pattern format,
      int maxLength,
      String hint) {
    public boolean takes(String value) {
      return value.length() <= maxLength && format.matcher(value).matches();
    }
  }
}
