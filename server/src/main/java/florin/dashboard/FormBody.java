package florin.dashboard;

import florin.core.Refusal;
import florin.http.Form;
import florin.http.Params;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A form as the body of the request by which a program asks for the same. So both are read by the
 * same code, and what is wrong is said in the same words.
 */
final class FormBody {
  private final Form form;
  private final ObjectNode body = JsonNodeFactory.instance.objectNode();

  FormBody(Form form) {
    this.form = form;
  }

  /** A field of the form that is a parameter of this name; where it is empty, it clears. */
  FormBody text(String name) {
    body.put(name, form.text(name).strip().replace("\r\n", "\n"));
    return this;
  }

  /** The same, unless it is empty: for what is made. */
  FormBody given(String name) {
    return form.text(name).isBlank() ? this : text(name);
  }

  /** Fields `address[city]` of the form, as the object of that name. */
  FormBody object(String name, String... parts) {
    ObjectNode object = body.putObject(name);
    for (String part : parts) {
      object.put(part, form.text(name + "[" + part + "]").strip());
    }
    return this;
  }

  FormBody put(String name, String value) {
    body.put(name, value);
    return this;
  }

  FormBody put(String name, long value) {
    body.put(name, value);
    return this;
  }

  FormBody put(String name, ObjectNode value) {
    body.set(name, value);
    return this;
  }

  /**
   * Empty when something is wrong, which the form then says at its field.
   *
   * @param field says what belongs to none
   */
  <T> Optional<T> read(String field, Function<Params, T> reader) {
    if (!form.isGood()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.apply(Params.of(body)));
    } catch (Refusal refused) {
      form.wrong(field, refused.problem());
      return Optional.empty();
    }
  }
}
