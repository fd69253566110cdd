package florin.http;

/**
 * One method on one path.
 *
 * @param method upper case; a GET endpoint answers HEAD as well
 * @param template for example `/v2/payments/{id}`: a parameter is a whole segment
 * @param admission whether a request needs a permit of {@link Admission}; what tells whether we
 *     live does not
 */
public record Endpoint(String method, String template, Admit admission, Action action) {
  public enum Admit {
    BY_PERMIT,
    ALWAYS
  }

  public Endpoint {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("a path template begins with a slash: " + template);
    }
  }

  public Endpoint(String method, String template, Action action) {
    this(method, template, Admit.BY_PERMIT, action);
  }
}
