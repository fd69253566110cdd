package florin.docs;

import florin.docs.FieldText.Link;
import java.util.List;
import java.util.Optional;

/**
 * An operation as the page shows it.
 *
 * @param id its `operationId`, which is part of addresses
 * @param words its description, as HTML
 * @param parameters in groups: of the path, the query, the body
 * @param answer the response
 * @param samples of the request and the response
 */
public record OperationText(
    String id,
    RequestLine call,
    String title,
    String words,
    List<ParameterGroup> parameters,
    Returned answer,
    SampleTexts samples,
    List<Twin> twins) {
  public OperationText {
    parameters = List.copyOf(parameters);
    twins = List.copyOf(twins);
  }

  /**
   * The method and the path.
   *
   * @param idempotent whether it supports `Idempotency-Key`
   * @param keyless whether it needs no API key
   */
  public record RequestLine(String method, String path, boolean idempotent, boolean keyless) {}

  public record ParameterGroup(String title, List<FieldText> fields) {
    public ParameterGroup {
      fields = List.copyOf(fields);
    }
  }

  /**
   * The responses.
   *
   * @param words the description, as HTML
   * @param object the object in the response, or of its list
   * @param errors in addition to those of every request
   */
  public record Returned(String words, Optional<Link> object, List<Refused> errors) {
    public Returned {
      errors = List.copyOf(errors);
    }
  }

  /** An error status, with a link to the list of its codes. */
  public record Refused(String status, Link link) {}

  /**
   * A request and its response.
   *
   * @param requests the request in each language
   * @param answer as HTML; empty if the response is not JSON
   */
  public record SampleTexts(List<Code> requests, String status, String answer) {
    public SampleTexts {
      requests = List.copyOf(requests);
    }
  }

  /**
   * A request in one language.
   *
   * @param html the code as HTML
   */
  public record Code(Language language, String html) {}

  /**
   * A language of the examples.
   *
   * @param id part of the style classes of its panels
   */
  public record Language(String id, String name) {}

  /** Another method that does the same. */
  public record Twin(String id, RequestLine call) {}
}
