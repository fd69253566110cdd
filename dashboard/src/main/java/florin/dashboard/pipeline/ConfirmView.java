package florin.dashboard.pipeline;

import florin.http.Form;
import java.util.List;
import java.util.Set;

/**
 * A page that asks for the password and then sends the original form again with it.
 *
 * @param action the URL of the original form
 * @param passkey whether a passkey can replace the password
 */
public record ConfirmView(String action, List<Form.FormValue> fields, boolean passkey, Form form) {
  public static final String FIELD = "current_password";

  /** The response of a device. */
  public static final String PASSKEY = "current_passkey";

  private static final Set<String> OURS = Set.of(FIELD, PASSKEY, Forgery.FIELD);

  static ConfirmView of(String action, Form sent, boolean passkey, Form shown) {
    List<Form.FormValue> others =
        sent.fields().stream().filter(field -> !OURS.contains(field.name())).toList();
    return new ConfirmView(action, others, passkey, shown);
  }
}
