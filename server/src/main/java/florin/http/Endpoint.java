package florin.http;

/**
 * One method on one path.
 *
 * @param method upper case; a GET endpoint answers HEAD as well
 * @param template for example `/v2/payments/{id}`: a parameter is a whole segment
 * @param crowd whom it is for, and out of whose budgets it is answered
 * @param doorkeeper decides by the headers whether the body is read
 * @param urgency what is lost when it is refused
 * @param fileBytes how long a body may be that is kept in a file while it is looked at; 0 where a
 *     body is kept in memory, and may be as long as its crowd may send
 */
public record Endpoint(
    String method,
    String template,
    Crowd crowd,
    Doorkeeper doorkeeper,
    Urgency urgency,
    int fileBytes,
    Action action) {
  public Endpoint {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("a path template begins with a slash: " + template);
    }
  }

  public Endpoint(
      String method, String template, Crowd crowd, Doorkeeper doorkeeper, Action action) {
    this(method, template, crowd, doorkeeper, Urgency.USUAL, 0, action);
  }

  /** The same, of another urgency. */
  public Endpoint withUrgency(Urgency other) {
    return new Endpoint(method, template, crowd, doorkeeper, other, fileBytes, action);
  }

  /** The same, with a body that is kept in a file. */
  public Endpoint withFile(int maxBytes) {
    return new Endpoint(method, template, crowd, doorkeeper, urgency, maxBytes, action);
  }

  /** For whom no key is asked of. */
  public Endpoint(String method, String template, Crowd crowd, Action action) {
    this(method, template, crowd, Doorkeeper.NONE, action);
  }

  public Endpoint(String method, String template, Action action) {
    this(method, template, Crowd.EVERYBODY, action);
  }
}
