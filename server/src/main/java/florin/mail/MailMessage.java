package florin.mail;

/**
 * A mail to one person, the same in plain text and in HTML.
 *
 * @param id stays the same however often the message is sent, so that a mailbox can tell a copy
 */
public record MailMessage(String id, String recipient, String subject, String text, String html) {}
