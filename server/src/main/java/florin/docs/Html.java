package florin.docs;

/** Text as it may stand between tags; never within one. */
final class Html {
  private Html() {}

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
