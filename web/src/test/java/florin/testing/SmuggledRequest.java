package florin.testing;

import java.util.List;

/**
 * A POST in which two parsers can see different ends (RFC 9112, section 11.2). One of the parsers
 * would run the complete request that follows.
 *
 * @param rest the rest of the headers and the body; `{hidden}` is the place of the hidden request
 */
public record SmuggledRequest(String name, String rest) {
  public static List<SmuggledRequest> all() {
    return List.of(
        of(
            "a length before chunks",
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "chunks before a length",
            "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "a length of 0 and chunks",
            "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n{hidden}"),
        of("two lengths", "Content-Length: 0\r\nContent-Length: 44\r\n\r\n{hidden}"),
        of("two lengths in a line", "Content-Length: 0, 44\r\n\r\n{hidden}"),
        of("a signed length", "Content-Length: -0\r\n\r\n{hidden}"),
        of("a length in hexadecimal", "Content-Length: 0x0\r\n\r\n{hidden}"),
        of("a length past all numbers", "Content-Length: 18446744073709551616\r\n\r\n{hidden}"),
        of("an empty length", "Content-Length: \r\n\r\n{hidden}"),
        of("a space before the colon of the length", "Content-Length : 44\r\n\r\n{hidden}"),
        of(
            "a space before the colon of the coding",
            "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "a tab before the colon of the coding",
            "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n{hidden}"),
        of("a field that is folded", "X: y\r\n Content-Length: 44\r\n\r\n{hidden}"),
        of("a coding that is folded", "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "a coding behind chunked",
            "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{hidden}"),
        of("chunked twice", "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "chunked in two lines",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}"),
        of("an unknown coding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{hidden}"),
        of("a coding in quotes", "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "a coding with a vertical tab",
            "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n{hidden}"),
        of(
            "a size of a chunk past all numbers",
            "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n\r\n{hidden}"),
        of("a signed size of a chunk", "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n{hidden}"),
        of("a size of a chunk with 0x", "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n{hidden}"),
        of(
            "a chunk that is longer than its size",
            "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n{hidden}"),
        of("a bare carriage return in a field", "X: y\rContent-Length: 44\r\n\r\n{hidden}"),
        of("a NUL in a field", "X: y\0\r\nContent-Length: 44\r\n\r\n{hidden}"));
  }

  /**
   * @param fields the fields of the outer request, each with its line ending
   * @param hidden a complete request
   */
  public String text(String path, String fields, String hidden) {
    return "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + fields + rest.replace("{hidden}", hidden);
  }

  private static SmuggledRequest of(String name, String rest) {
    return new SmuggledRequest(name, rest);
  }

  @Override
  public String toString() {
    return name;
  }
}
