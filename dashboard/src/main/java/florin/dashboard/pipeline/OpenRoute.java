package florin.dashboard.pipeline;

import florin.dashboard.parts.Response;

/** A route that is open without a session. */
public record OpenRoute(String method, String template, Handler handler) {
  @FunctionalInterface
  public interface Handler {
    Response handle(Visitor visitor);
  }

  public boolean isPost() {
    return method.equals("POST");
  }
}
