package florin.http;

import florin.core.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A page's form as the body of the equivalent API request. So the same code reads both, and errors
 * have the same words. It is confined to its request's thread.
 */
public final class FormBody {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Form form;
  private final ObjectNode body = MAPPER.createObjectNode();

  public FormBody(Form form) {
    this.form = form;
  }

  /** Adds a field that is a parameter of this name; an empty field clears it. */
  public FormBody text(String name) {
    body.put(name, typed(name));
    return this;
  }

  /** Adds a field unless it is empty, for creating an object. */
  public FormBody given(String name) {
    return form.text(name).isBlank() ? this : text(name);
  }

  /** Adds the fields `address.city` and so on, as the object of that name. */
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
   * Adds an object.
   *
   * @param value consists of texts, numbers and maps of these
   */
  public FormBody put(String name, Map<String, ?> value) {
    body.set(name, MAPPER.valueToTree(value));
    return this;
  }

  /**
   * Reads the body. Returns empty if there is an error, which the form then shows at its field.
   *
   * @param field shows the errors that belong to no field
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
