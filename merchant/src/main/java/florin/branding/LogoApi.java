package florin.branding;

import florin.http.Answer;
import florin.http.Exchange;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The endpoint `/logos/{hash}`: a merchant's logo, for its pages. The URL identifies the bytes, so
 * browsers cache them permanently; another logo has another URL.
 */
public final class LogoApi {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Branding branding;

  public LogoApi(Branding branding) {
    this.branding = branding;
  }

  public Answer show(Exchange exchange) {
    return Optional.of(exchange.pathParameter("hash"))
        .filter(hash -> HASH.matcher(hash).matches())
        .flatMap(branding::findLogo)
        .map(file ->
            Answer.of(200, file.type().text(), file.content())
                .with("Cache-Control", "public, max-age=31536000, immutable"))
        .orElseGet(() -> Answer.of(404, "text/plain", new byte[0]))
        .with("Content-Security-Policy", "default-src 'none'; sandbox")
        .with("X-Robots-Tag", "noindex");
  }
}
