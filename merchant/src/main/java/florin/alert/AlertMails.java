package florin.alert;

import florin.account.Accounts;
import florin.alert.AlertStore.AlertMail;
import florin.alert.AlertTopics.Topic;
import florin.job.BackgroundJob;
import florin.mail.Letter;
import florin.mail.Letter.Block.Button;
import florin.mail.Letter.Block.Facts;
import florin.mail.Letter.Block.Link;
import florin.mail.Letter.Block.Words;
import florin.mail.Letter.Footer;
import florin.mail.Letter.Sender;
import florin.mail.Mailer;
import florin.mail.Mailer.MailResult;
import florin.mail.SmtpServer;
import florin.page.Letters;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mails new alerts to owners and admins. Any node does this for all accounts. A mail may be sent
 * twice, with the same message id. After some failed tries Florin gives up on it, but the alert
 * stays.
 */
public final class AlertMails implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(5);
  static final int MAX_AT_ONCE = 4;

  /** The most recipients of one account. */
  static final int MAX_RECIPIENTS = 10;

  static final int MAX_TRIES = 5;

  /** The time until another node sends the mail, or this one retries. */
  static final Duration LEASE = Mailer.STEP_TIMEOUT.multipliedBy(10L * MAX_RECIPIENTS);

  private static final Logger LOG = LoggerFactory.getLogger(AlertMails.class);

  private final AlertStore store;
  private final AlertTopics topics;
  private final Mailer mailer;
  private final Accounts accounts;
  private final URI base;
  private final InstantSource clock;
  private final Letters letters = new Letters();
  private final BackgroundJob job;

  /**
   * Creates and starts the job.
   *
   * @param base the dashboard's address, without a trailing slash
   */
  public AlertMails(
      AlertStore store,
      AlertTopics topics,
      SmtpServer server,
      Accounts accounts,
      URI base,
      InstantSource clock) {
    this.store = store;
    this.topics = topics;
    this.mailer = new Mailer(server);
    this.accounts = accounts;
    this.base = base;
    this.clock = clock;
    this.job = BackgroundJob.start("alert-mail", PAUSE, this::round);
  }

  private boolean round() {
    List<AlertMail> due = store.claimMails(clock.instant(), LEASE, MAX_AT_ONCE);
    due.forEach(this::trySend);
    return due.size() == MAX_AT_ONCE;
  }

  /** Sends a mail; a fault in one stops no other. Its lease ends, and Florin retries it. */
  private void trySend(AlertMail mail) {
    try {
      send(mail);
    } catch (RuntimeException failed) {
      LOG.warn("the mail about {} could not be sent", mail.alert().subject(), failed);
    }
  }

  private void send(AlertMail mail) {
    List<String> recipients =
        store.listRecipients(mail.alert().realm().accountNumber(), MAX_RECIPIENTS);
    if (recipients.isEmpty()) {
      store.mailed(mail);
      return;
    }
    Letter letter = letter(mail);
    List<MailResult> results =
        recipients.stream()
            .map(to ->
                mailer.send(letters.message(messageId(mail, to), to, letter), clock.instant()))
            .toList();
    boolean isDone = results.stream().noneMatch(MailResult.Failed.class::isInstance);
    if (isDone || mail.tries() >= MAX_TRIES) {
      if (!isDone) {
        LOG.warn("no mail about {} could be sent: {}", mail.alert().subject(), results);
      }
      store.mailed(mail);
    }
  }

  private static String messageId(AlertMail mail, String recipient) {
    return "%s.%s.%d.%d"
        .formatted(
            mail.alert().subject(),
            mail.alert().kind().text(),
            mail.raised().toEpochMilli(),
            recipient.hashCode());
  }

  private Letter letter(AlertMail mail) {
    return letter(mail.alert(), topics.of(mail.alert(), mail.raised()));
  }

  /** Returns the mail about an alert. */
  Letter letter(Alert alert, Topic topic) {
    String account = accounts.get(alert.realm()).name();
    boolean isTest = !alert.realm().isLive();
    String title = alert.kind().title(topic.name());
    return new Letter(
        "en",
        new Sender(account),
        isTest ? Optional.of("Test mode") : Optional.empty(),
        (isTest ? "[Test] " : "") + title,
        title,
        alert.kind().words(),
        List.of(
            new Words(alert.kind().words()),
            new Facts(topic.facts()),
            new Button(
                alert.kind().action(), base + "/dashboard" + alert.kind().path(alert.subject()))),
        new Footer(
            "Alerts go to the owners and admins of " + account + ".",
            List.of(new Link("Change roles", base + "/dashboard/team"))));
  }

  @Override
  public void close() {
    job.close();
  }
}
