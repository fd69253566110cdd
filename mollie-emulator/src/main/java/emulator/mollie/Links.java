package emulator.mollie;

import tools.jackson.databind.node.ObjectNode;

/** Adds links to the `_links` of an object. */
record Links(ObjectNode links) {
  static final String DOCUMENTATION = "https://docs.mollie.com/reference/";

  static Links of(ObjectNode object) {
    return new Links(object.putObject("_links"));
  }

  /** Adds a link to an object of the API. */
  Links api(String name, String url) {
    links.putObject(name).put("href", url).put("type", "application/hal+json");
    return this;
  }

  /** Adds a link to a page for people. */
  Links page(String name, String url) {
    links.putObject(name).put("href", url).put("type", "text/html");
    return this;
  }

  Links none(String name) {
    links.putNull(name);
    return this;
  }
}
