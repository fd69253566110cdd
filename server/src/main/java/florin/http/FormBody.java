package florin.http;

import florin.core.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A page's form as the body of the request by which a program asks for the same. So both are read
 * by the same code, and what is wrong is said in the same words. Belongs to one request's thread.
 */
public final class FormBody {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Form form;
  private final ObjectNode body = MAPPER.createObjectNode();

  public FormBody(Form form) {
    this.form = form;
  }

  /** A field of the form that is a parameter of this name; where it is empty, it clears. */
  public FormBody text(String name) {
    body.put(name, typed(name));
    return this;
  }

  /** The same, unless it is empty: for what is made. */
  public FormBody given(String name) {
    return form.text(name).isBlank() ? this : text(name);
  }

  /** Fields `address.city` of the form, as the object of that name. */
  public FormBody object(String name, String... parts) {
    ObjectNode object = body.putObject(name);
    for (String part : parts) {
      object.put(part, typed(name + "." + part));
    }
    return this;
  }

  public FormBody put(String name, String value) {
    body.put(name, value);
    return this;
  }

  public FormBody put(String name, long value) {
    body.put(name, value);
    return this;
  }

  /**
   * An object.
   *
   * @param value of texts, numbers and maps of these
   */
  public FormBody put(String name, Map<String, ?> value) {
    body.set(name, MAPPER.valueToTree(value));
    return this;
  }

  /**
   * Empty when something is wrong, which the form then says at its field.
   *
   * @param field says what belongs to none
   */
  public <T> Optional<T> read(String field, Function<Params, T> reader) {
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

  private String typed(String name) {
    return form.text(name).strip().replace("\r\n", "\n");
  }
}
