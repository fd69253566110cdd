package florin.mail;

import java.util.Optional;

/**
 * The mail server for outgoing mail, and the sender.
 *
 * @param from as in a `From` header (RFC 5322), for example `Shop <shop@example.com>`
 */
public record SmtpServer(
    String host, int port, Security security, Optional<Login> login, String from) {

  /** The encryption of the connection. Certificates are always verified. */
  public enum Security {
    /** The connection is unencrypted, between processes of one machine. */
    NONE,
    /** The connection is encrypted if the server supports STARTTLS (RFC 3207). */
    STARTTLS_IF_OFFERED,
    /** If the server doesn't support STARTTLS, Florin sends nothing. */
    STARTTLS,
    /** The connection is encrypted from its first byte. */
    TLS
  }

  public record Login(String user, String password) {
    @Override
    public String toString() {
      return "Login[" + user + ", …]";
    }
  }
}
