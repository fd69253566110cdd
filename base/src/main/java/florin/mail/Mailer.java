package florin.mail;

import florin.mail.SmtpServer.Login;
import jakarta.activation.DataHandler;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.jspecify.annotations.Nullable;

/** Sends mail to an SMTP server, with one connection per message. */
public final class Mailer {
  /** The timeout of each step of the conversation, of about ten. */
  public static final Duration STEP_TIMEOUT = Duration.ofSeconds(20);

  /** The timeout of the whole conversation. */
  private static final Duration TIMEOUT = STEP_TIMEOUT.multipliedBy(6);

  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private final Session session;
  private final Optional<Login> login;
  private final InternetAddress from;

  /** The server's response to a message. */
  public sealed interface MailResult {
    /** The server has accepted it for delivery. */
    record Accepted() implements MailResult {}

    /** The mailbox does not exist, permanently. */
    record Refused(String reason) implements MailResult {}

    /** It may succeed later. It may also have succeeded, if only the response was lost. */
    record Failed(String reason) implements MailResult {}
  }

  /**
   * A mail to one person, in plain text and HTML.
   *
   * @param id stays the same for every copy, so that a mailbox can recognize duplicates
   * @param logo the picture that the HTML shows as `cid:logo@florin`
   */
  public record MailMessage(
      String id,
      String recipient,
      String subject,
      String text,
      String html,
      Optional<Letter.Logo> logo) {}

  public Mailer(SmtpServer server) {
    this(server, TIMEOUT);
  }

  /**
   * Creates a mailer.
   *
   * @param timeout of the whole conversation
   */
  Mailer(SmtpServer server, Duration timeout) {
    this.session = Session.getInstance(properties(server, timeout));
    this.login = server.login();
    this.from = address(server.from());
  }

  public MailResult send(MailMessage message, Instant now) {
    try {
      deliver(mime(message, now));
      return new MailResult.Accepted();
    } catch (MessagingException failed) {
      return isRefusal(failed)
          ? new MailResult.Refused(reason(failed))
          : new MailResult.Failed(reason(failed));
    }
  }

  private void deliver(MimeMessage message) throws MessagingException {
    if (login.isPresent()) {
      Transport.send(message, login.get().user(), login.get().password());
    } else {
      Transport.send(message);
    }
  }

  private MimeMessage mime(MailMessage message, Instant now) throws MessagingException {
    var mime = new FixedIdMessage(session, "<" + message.id() + "@" + domain() + ">");
    mime.setFrom(from);
    mime.setRecipient(Message.RecipientType.TO, recipient(message));
    mime.setSubject(message.subject(), UTF_8);
    mime.setSentDate(Date.from(now));
    mime.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: prevents automatic replies
    mime.setContent(new MimeMultipart("alternative", text(message), page(message)));
    return mime;
  }

  /** Returns the recipient; SMTP needs a non-ASCII domain in its ASCII form (RFC 5891). */
  private static InternetAddress recipient(MailMessage message) throws AddressException {
    String address = message.recipient();
    int at = address.lastIndexOf('@');
    return new InternetAddress(
        address.substring(0, at + 1) + IDN.toASCII(address.substring(at + 1)), true);
  }

  private static MimeBodyPart text(MailMessage message) throws MessagingException {
    var part = new MimeBodyPart();
    part.setText(message.text(), UTF_8);
    return part;
  }

  /** Returns the HTML, together with the logo if there is one (RFC 2387). */
  private static MimeBodyPart page(MailMessage message) throws MessagingException {
    var html = new MimeBodyPart();
    html.setText(message.html(), UTF_8, "html");
    if (message.logo().isEmpty()) {
      return html;
    }
    var page = new MimeBodyPart();
    page.setContent(new MimeMultipart("related", html, picture(message.logo().get())));
    return page;
  }

  private static MimeBodyPart picture(Letter.Logo logo) throws MessagingException {
    var part = new MimeBodyPart();
    part.setDataHandler(new DataHandler(new ByteArrayDataSource(logo.content(), logo.type())));
    part.setContentID("<logo@florin>");
    part.setDisposition(Part.INLINE);
    part.setFileName("logo." + logo.type().substring(logo.type().indexOf('/') + 1));
    return part;
  }

  private String domain() {
    return from.getAddress().substring(from.getAddress().indexOf('@') + 1);
  }

  /** A message with a fixed id, because the library assigns a new one for each send. */
  private static final class FixedIdMessage extends MimeMessage {
    private final String id;

    FixedIdMessage(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }

  /**
   * Returns whether the server rejected the recipient with 5xx, which is final (RFC 5321, section
   * 4.2.1).
   */
  private static boolean isRefusal(MessagingException failed) {
    for (@Nullable Exception e = failed;
        e instanceof MessagingException messaging;
        e = messaging.getNextException()) {
      if (e instanceof SMTPAddressFailedException address) {
        return address.getReturnCode() / 100 == 5;
      }
    }
    return false;
  }

  private static String reason(MessagingException failed) {
    Exception deepest = failed;
    while (deepest instanceof MessagingException messaging
        && messaging.getNextException() != null) {
      deepest = messaging.getNextException();
    }
    return String.valueOf(deepest.getMessage()).strip();
  }

  private static Properties properties(SmtpServer server, Duration timeoutOfAll) {
    String timeout = Long.toString(STEP_TIMEOUT.toMillis());
    var properties = new Properties();
    properties.setProperty("mail.transport.protocol", "smtp");
    properties.setProperty("mail.smtp.host", server.host());
    properties.setProperty("mail.smtp.port", Integer.toString(server.port()));
    properties.setProperty("mail.smtp.auth", Boolean.toString(server.login().isPresent()));
    properties.setProperty("mail.smtp.connectiontimeout", timeout);
    properties.setProperty("mail.smtp.timeout", timeout);
    properties.setProperty("mail.smtp.writetimeout", timeout);
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    properties.put("mail.smtp.socketFactory", new BoundedSockets(timeoutOfAll));
    properties.setProperty("mail.smtp.socketFactory.fallback", "false");
    switch (server.security()) {
      case NONE -> {}
      case STARTTLS_IF_OFFERED -> properties.setProperty("mail.smtp.starttls.enable", "true");
      case STARTTLS -> properties.setProperty("mail.smtp.starttls.required", "true");
      case TLS -> properties.setProperty("mail.smtp.ssl.enable", "true");
    }
    return properties;
  }

  private static InternetAddress address(String text) {
    try {
      return new InternetAddress(text, true);
    } catch (AddressException e) {
      throw new IllegalArgumentException("not an address: " + text, e);
    }
  }
}
