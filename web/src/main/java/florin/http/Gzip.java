package florin.http;

import florin.http.Endpoint.Action;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** Compresses responses for clients that accept it (RFC 9110, section 12.5.3). */
public final class Gzip {
  /** Matches `gzip` in a list of codings, unless its weight is zero. */
  private static final Pattern GZIP =
      Pattern.compile("(^|,)\\s*gzip\\s*(;\\s*q=(?!0(\\.0{0,3})?\\s*(,|$))[0-9.]+\\s*)?(,|$)");

  private Gzip() {}

  /**
   * Returns an action that compresses its HTML. The size of a compressed page may reveal parts of
   * it to a site that makes the browser load it often, with text of the site's choice. So this is
   * only for pages whose address is itself the secret, and which need no cookie.
   */
  public static Action pages(Action action) {
    return exchange -> {
      Answer answer = action.answer(exchange);
      return answer.contentType().startsWith("text/html") ? compressed(exchange, answer) : answer;
    };
  }

  private static Answer compressed(Exchange exchange, Answer page) {
    Answer varied = page.with("Vary", "Accept-Encoding");
    return isAccepted(exchange)
        ? varied.withBody(of(page.body())).with("Content-Encoding", "gzip")
        : varied;
  }

  static boolean isAccepted(Exchange exchange) {
    String codings = String.join(",", exchange.headers("Accept-Encoding"));
    return GZIP.matcher(codings.toLowerCase(Locale.ROOT)).find();
  }

  static byte[] of(byte[] body) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    } catch (IOException impossible) {
      throw new UncheckedIOException("compressing in memory", impossible);
    }
    return out.toByteArray();
  }
}
