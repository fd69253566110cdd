package florin.dashboard;

import florin.http.Form;
import java.util.List;

/**
 * Asks for the password, and sends the form that was sent before once more with it.
 *
 * @param action where the form goes, which is where it had gone
 */
public record ConfirmView(String action, List<Form.FormValue> fields, Form form) {
  static final String FIELD = "current_password";

  static ConfirmView of(String action, Form sent, Form shown) {
    List<Form.FormValue> others =
        sent.fields().stream()
            .filter(field -> !field.name().equals(FIELD) && !field.name().equals(Forgery.FIELD))
            .toList();
    return new ConfirmView(action, others, shown);
  }
}
