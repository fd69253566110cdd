package florin.mail;

/**
 * A mail to one person, in plain text and HTML.
 *
 * @param id stays the same for every copy, so that a mailbox can recognize duplicates
 */
public record MailMessage(String id, String recipient, String subject, String text, String html) {}
