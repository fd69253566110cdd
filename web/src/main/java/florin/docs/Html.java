package florin.docs;

/** Escapes text for use between tags. It is not safe inside a tag. */
final class Html {
  private Html() {}

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
