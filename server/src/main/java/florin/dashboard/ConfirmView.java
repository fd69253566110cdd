package florin.dashboard;

import florin.http.Form;
import java.util.List;
import java.util.Set;

/**
 * Asks for the password, and sends the form that was sent before once more with it.
 *
 * @param action where the form goes, which is where it had gone
 * @param passkey whether one can take the password's place
 */
public record ConfirmView(String action, List<Form.FormValue> fields, boolean passkey, Form form) {
  static final String FIELD = "current_password";

  /** What a device has answered. */
  public static final String PASSKEY = "current_passkey";

  private static final Set<String> OURS = Set.of(FIELD, PASSKEY, Forgery.FIELD);

  static ConfirmView of(String action, Form sent, boolean passkey, Form shown) {
    List<Form.FormValue> others =
        sent.fields().stream().filter(field -> !OURS.contains(field.name())).toList();
    return new ConfirmView(action, others, passkey, shown);
  }
}
