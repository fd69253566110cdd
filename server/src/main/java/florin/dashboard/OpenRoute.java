package florin.dashboard;

/** A route that is open without a session. */
record OpenRoute(String method, String template, Handler handler) {
  @FunctionalInterface
  interface Handler {
    Response handle(Visitor visitor);
  }

  boolean isPost() {
    return method.equals("POST");
  }
}
