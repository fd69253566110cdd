package florin.http;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Problem.ParameterError;
import florin.core.Refusal;
import florin.http.Format.Reading;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The submitted fields of a page's form, and their errors. The page shows them again, so the user
 * need not retype anything.
 *
 * <pre>{@code
 * String email = form.required("email", ContactFormats.EMAIL);
 * if (!form.isGood()) {
 *   return page(form);
 * }
 * }</pre>
 *
 * <p>As in {@link Params}, an accessor that finds an error records it and returns the format's
 * placeholder. An empty field counts as absent. A form is confined to its request's thread.
 */
public final class Form {
  /** The most bytes of a form, above the size of any form of the dashboard. */
  public static final int MAX_BYTES = 128 << 10;

  private static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  private final Query fields;
  private final Map<String, byte[]> files;
  private final Optional<SpooledForm.SpooledFile> spooled;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, List<String>> lists = new LinkedHashMap<>();
  private final Map<String, String> errors = new LinkedHashMap<>();

  private Form(Query fields, Map<String, byte[]> files, Optional<SpooledForm.SpooledFile> spooled) {
    this.fields = fields;
    this.files = files;
    this.spooled = spooled;
  }

  /** Returns an empty form. */
  public static Form empty() {
    return new Form(Query.parse(""), Map.of(), Optional.empty());
  }

  /** Returns a form that shows these values. */
  public static Form of(Map<String, String> values) {
    Form form = empty();
    form.values.putAll(values);
    return form;
  }

  /**
   * Returns a form that shows these values, some of them repeated.
   *
   * @param lists the values of each repeated field
   */
  public static Form of(Map<String, String> values, Map<String, List<String>> lists) {
    Form form = of(values);
    form.lists.putAll(lists);
    return form;
  }

  /**
   * Reads a submitted form. Rejects what no browser sends: another media type, another encoding,
   * NUL, more than {@value #MAX_BYTES} bytes.
   */
  public static Form read(Exchange exchange) {
    byte[] body = exchange.body();
    if (body.length == 0) {
      return empty();
    }
    if (!isOf(exchange, MEDIA_TYPE)) {
      throw new Problem.Transport(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE, "A form is sent as " + MEDIA_TYPE + ".")
          .refusal();
    }
    refuseTooLarge(body);
    return filled(
        Query.parse(new String(body, StandardCharsets.ISO_8859_1)), Map.of(), Optional.empty());
  }

  /** Reads a submitted form that may include a file. */
  public static Form readWithFiles(Exchange exchange) {
    if (!isOf(exchange, Multipart.MEDIA_TYPE)) {
      return read(exchange);
    }
    String type = exchange.header("Content-Type").orElse("");
    if (exchange.hasBodyFile()) {
      SpooledForm sent =
          SpooledForm.takeApart(type, exchange.bodyFile()).orElseThrow(Form::malformed);
      return filled(encoded(sent.texts()), Map.of(), sent.file());
    }
    refuseTooLarge(exchange.body());
    Multipart sent = Multipart.parse(type, exchange.body()).orElseThrow(Form::malformed);
    return filled(encoded(sent.texts()), sent.files(), Optional.empty());
  }

  /** Encodes fields so that they pass the same checks as any other form. */
  private static Query encoded(List<FormValue> texts) {
    return Query.parse(
        texts.stream()
            .map(field -> encoded(field.name()) + "=" + encoded(field.value()))
            .collect(Collectors.joining("&")));
  }

  private static Form filled(
      Query fields, Map<String, byte[]> files, Optional<SpooledForm.SpooledFile> spooled) {
    var form = new Form(fields, files, spooled);
    for (String name : form.fields.names()) {
      String value = form.fields.value(name).orElse("");
      if (name.indexOf(0) >= 0 || form.fields.values(name).stream().anyMatch(Form::hasNul)) {
        throw malformed();
      }
      form.values.put(name, value);
    }
    return form;
  }

  private static boolean isOf(Exchange exchange, String mediaType) {
    String type = exchange.header("Content-Type").orElse("");
    return type.split(";", 2)[0].strip().equalsIgnoreCase(mediaType);
  }

  private static void refuseTooLarge(byte[] body) {
    if (body.length > MAX_BYTES) {
      throw new Problem.Transport(
              ErrorCode.REQUEST_TOO_LARGE, "A form must be at most " + MAX_BYTES + " bytes.")
          .refusal();
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Returns the file of a field; empty if none was selected. */
  public Optional<byte[]> file(String name) {
    return Optional.ofNullable(files.get(name));
  }

  /**
   * Returns the file of a form whose body is in a temporary file, for large files. It is deleted
   * with the request.
   */
  public Optional<Path> upload(String name) {
    return spooled.filter(it -> it.field().equals(name)).map(SpooledForm.SpooledFile::path);
  }

  /** Returns the text exactly as typed, including spaces, for passwords. Empty if there is none. */
  public String text(String name) {
    return values.getOrDefault(name, "");
  }

  /** Returns whether a checkbox is selected. */
  public boolean isTicked(String name) {
    return values.containsKey(name);
  }

  /** Returns whether the checkbox with this value is selected, among several of the same name. */
  public boolean isTicked(String name, String value) {
    return value.equals(values.get(name)) || texts(name).contains(value);
  }

  /** Returns all values of a field that may be repeated. */
  public List<String> texts(String name) {
    return lists.getOrDefault(name, fields.values(name));
  }

  public <T> T required(String name, Format<T> format) {
    if (text(name).isBlank()) {
      wrong(name, "Please fill in this field.");
      return format.placeholder();
    }
    return read(name, format);
  }

  public <T> Optional<T> optional(String name, Format<T> format) {
    return text(name).isBlank() ? Optional.empty() : Optional.of(read(name, format));
  }

  /** Records what is wrong with one value of a repeated field. */
  public void check(String name, String text, Format<?> format) {
    read(name, text, format);
  }

  private <T> T read(String name, Format<T> format) {
    return read(name, text(name), format);
  }

  private <T> T read(String name, String text, Format<T> format) {
    var value = JsonNodeFactory.instance.stringNode(text.strip().replace("\r\n", "\n"));
    return switch (format.reader().read(value, true)) {
      case Reading.Good<T>(T good) -> good;
      case Reading.Wrong<T>(ErrorCode _, String phrase) -> {
        wrong(name, sentence(phrase));
        yield format.placeholder();
      }
    };
  }

  /** Records an error of a field, as a sentence; the first error of a field wins. */
  public void wrong(String name, String sentence) {
    errors.putIfAbsent(name, sentence);
  }

  /** Records the errors of a problem at their fields, or at this field if the form lacks them. */
  public void wrong(String name, Problem problem) {
    if (problem instanceof Problem.BadParameters bad) {
      bad.errors().forEach(error -> wrong(fieldOf(error.param()).orElse(name), sentence(error)));
    } else {
      wrong(name, problem.message());
    }
  }

  /** Returns the field of a parameter: `address[city]` is the parameter `address.city`. */
  private Optional<String> fieldOf(String param) {
    int dot = param.indexOf('.');
    String nested =
        dot < 0 ? param : param.substring(0, dot) + "[" + param.substring(dot + 1) + "]";
    return Stream.of(param, nested).filter(values::containsKey).findFirst();
  }

  public boolean isGood() {
    return errors.isEmpty();
  }

  public Optional<String> error(String name) {
    return Optional.ofNullable(errors.get(name));
  }

  /** One submitted field. */
  public record FormValue(String name, String value) {}

  /** Returns all submitted fields in the order of their names, to submit them again. */
  public List<FormValue> fields() {
    return fields.names().stream()
        .flatMap(name -> fields.values(name).stream().map(value -> new FormValue(name, value)))
        .toList();
  }

  private static boolean hasNul(String value) {
    return value.indexOf(0) >= 0;
  }

  /** Returns an error without the parameter's name: the field has a label. */
  private static String sentence(ParameterError error) {
    String start = error.param() + " ";
    String message = error.message();
    return sentence(
        message.startsWith(start) ? "this " + message.substring(start.length()) : message);
  }

  private static String sentence(String phrase) {
    String full = phrase.endsWith(".") ? phrase : phrase + ".";
    return Character.toUpperCase(full.charAt(0)) + full.substring(1);
  }

  private static Refusal malformed() {
    return new Problem.BadRequest(ErrorCode.BAD_REQUEST, "The form is malformed.").refusal();
  }
}
