package florin.connector;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The fields that a merchant fills in to set up a connector of one kind, in the dashboard, API and
 * CLI.
 *
 * @param label the provider's name, for people
 * @param documentation where the provider explains how to get the values
 * @param warning what the merchant must know before using the connector; may be empty
 */
public record ConnectorForm(
    String label, URI documentation, String warning, List<FormField> fields) {
  /** Creates a form without a warning. */
  public ConnectorForm(String label, URI documentation, List<FormField> fields) {
    this(label, documentation, "", fields);
  }

  public ConnectorForm {
    fields = List.copyOf(fields);
  }

  public Optional<FormField> find(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst();
  }

  /**
   * One field of the form.
   *
   * @param name the name in {@link ConnectorSetup}
   * @param label for people
   * @param secret whether it is stored encrypted and never shown
   * @param format the pattern of the whole value
   * @param hint the format in words: `the secret key, which begins with sk_test_`
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
