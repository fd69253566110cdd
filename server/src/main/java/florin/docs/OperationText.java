package florin.docs;

import florin.docs.FieldText.Link;
import java.util.List;
import java.util.Optional;

/**
 * One method on one path, as it is shown.
 *
 * @param id its `operationId`, by which addresses name it
 * @param words what its description says, as HTML
 * @param parameters in groups: of the path, the query, the body
 * @param answer what comes back
 * @param samples to look at
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
   * @param idempotent whether it heeds `Idempotency-Key`
   * @param keyless whether it needs no key
   */
  public record RequestLine(String method, String path, boolean idempotent, boolean keyless) {}

  public record ParameterGroup(String title, List<FieldText> fields) {
    public ParameterGroup {
      fields = List.copyOf(fields);
    }
  }

  /**
   * @param words of what is answered, as HTML
   * @param object that it is, or is a list of
   * @param errors beyond those that every request may be answered with
   */
  public record Returned(String words, Optional<Link> object, List<Refused> errors) {
    public Returned {
      errors = List.copyOf(errors);
    }
  }

  /** A status, and where its codes stand. */
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
   * @param html of the code
   */
  public record Code(String language, String name, String html) {}

  /** The same by another method. */
  public record Twin(String id, RequestLine call) {}
}
