package florin.http;

/**
 * One method on one path.
 *
 * @param method upper case; a GET endpoint answers HEAD as well
 * @param template for example `/v2/payments/{id}`: a parameter is a whole segment
 * @param crowd whom it is for, and out of whose budgets it is answered
 * @param doorkeeper decides by the headers whether the body is read
 */
public record Endpoint(
    String method, String template, Crowd crowd, Doorkeeper doorkeeper, Action action) {
  public Endpoint {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("a path template begins with a slash: " + template);
    }
  }

  /** For whom no key is asked of. */
  public Endpoint(String method, String template, Crowd crowd, Action action) {
    this(method, template, crowd, Doorkeeper.NONE, action);
  }

  public Endpoint(String method, String template, Action action) {
    this(method, template, Crowd.EVERYBODY, action);
  }
}
