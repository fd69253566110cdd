package florin.mail;

import java.util.Optional;

/**
 * The mail server that takes our mail, and the address it comes from.
 *
 * @param from as it stands in a `From` header (RFC 5322), for example `Shop <shop@example.com>`
 */
public record SmtpServer(
    String host, int port, Security security, Optional<Login> login, String from) {

  /** Whether others can read what we say to it. Certificates are always checked. */
  public enum Security {
    /** In clear; between processes of one machine. */
    NONE,
    /** Encrypted where the server can (RFC 3207). */
    STARTTLS_IF_OFFERED,
    /** Encrypted, or nothing is sent. */
    STARTTLS,
    /** Encrypted from the first byte. */
    TLS
  }

  public record Login(String user, String password) {
    @Override
    public String toString() {
      return "Login[" + user + ", …]";
    }
  }
}
