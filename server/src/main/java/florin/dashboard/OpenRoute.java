package florin.dashboard;

/** A page for somebody who is not signed in. */
record OpenRoute(String method, String template, Handler handler) {
  @FunctionalInterface
  interface Handler {
    Response handle(Visitor visitor);
  }

  boolean isPost() {
    return method.equals("POST");
  }
}
