package florin.config;

import florin.core.UrlPort;
import florin.mail.SmtpServer;
import florin.mail.SmtpServer.Login;
import florin.mail.SmtpServer.Security;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The URL of the mail server: `smtp://user:password@host:port`, `smtps://…`. User and password are
 * percent-encoded. No error message shows the password.
 */
final class SmtpUrl {
  /** The ports of mail submission: RFC 6409, and RFC 8314 for TLS from the first byte. */
  private static final int SUBMISSION = 587;

  private static final int SUBMISSIONS = 465;

  private SmtpUrl() {}

  static SmtpServer parse(String text, String from) {
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException malformed) {
      throw notOne();
    }
    boolean tls = "smtps".equals(url.getScheme());
    boolean known = tls || "smtp".equals(url.getScheme());
    if (!known
        || url.getHost() == null
        || !UrlPort.isPossible(url)
        || !url.getRawPath().isEmpty()
        || url.getRawFragment() != null) {
      throw notOne();
    }
    int port = url.getPort() >= 0 ? url.getPort() : tls ? SUBMISSIONS : SUBMISSION;
    return new SmtpServer(
        url.getHost(),
        port,
        security(tls, url.getRawQuery()),
        login(url.getRawUserInfo()),
        sender(from));
  }

  private static Security security(boolean tls, @Nullable String query) {
    if (tls) {
      if (query != null) {
        throw notOne();
      }
      return Security.TLS;
    }
    return switch (query) {
      case null -> Security.STARTTLS_IF_OFFERED;
      case "starttls=required" -> Security.STARTTLS;
      case "starttls=off" -> Security.NONE;
      default -> throw notOne();
    };
  }

  private static Optional<Login> login(@Nullable String userInfo) {
    if (userInfo == null) {
      return Optional.empty();
    }
    int colon = userInfo.indexOf(':');
    if (colon <= 0) {
      throw notOne();
    }
    return Optional.of(
        new Login(decode(userInfo.substring(0, colon)), decode(userInfo.substring(colon + 1))));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String sender(String from) {
    try {
      new InternetAddress(from, true).validate();
      return from;
    } catch (AddressException malformed) {
      throw new ConfigException(
          "FLORIN_SMTP_FROM must be an address, for example Shop <receipts@example.com>; it is '"
              + from
              + "'");
    }
  }

  private static ConfigException notOne() {
    return new ConfigException(
        "FLORIN_SMTP_URL must be smtp://user:password@host:port or smtps://…; user and port are optional, and smtp:// can end in ?starttls=required or ?starttls=off");
  }
}
