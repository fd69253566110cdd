package florin.webhook;

import florin.http.Format;
import florin.http.TextFormats;
import java.util.Optional;

/** The formats of an endpoint's fields. */
public final class EndpointFormats {
  public static final Format<String> URL =
      TextFormats.url(
          Format.text(
              "must be a URL that begins with https:// (in test mode also http://) and has at most "
                  + WebhookUrl.MAX_LENGTH
                  + " characters",
              "https://shop.example/webhooks",
              text ->
                  Optional.of(text)
                      .filter(t ->
                          t.matches("https?://[!-~]+") && t.length() <= WebhookUrl.MAX_LENGTH)),
          url -> url);

  public static final Format<String> DESCRIPTION = TextFormats.paragraph(1000);

  private EndpointFormats() {}
}
