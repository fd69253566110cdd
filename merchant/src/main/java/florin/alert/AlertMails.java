package florin.alert;

import florin.account.Accounts;
import florin.alert.AlertStore.AlertMail;
import florin.core.Id.WebhookEndpointId;
import florin.job.Loop;
import florin.mail.Mailer;
import florin.mail.Mailer.MailMessage;
import florin.mail.Mailer.MailResult;
import florin.mail.SmtpServer;
import florin.webhook.WebhookEndpointStore;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
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
  private final WebhookEndpointStore endpoints;
  private final Mailer mailer;
  private final Accounts accounts;
  private final URI base;
  private final InstantSource clock;
  private final Loop loop;

  /**
   * Creates and starts the job.
   *
   * @param base the dashboard's address, without a trailing slash
   */
  public AlertMails(
      AlertStore store,
      WebhookEndpointStore endpoints,
      SmtpServer server,
      Accounts accounts,
      URI base,
      InstantSource clock) {
    this.store = store;
    this.endpoints = endpoints;
    this.mailer = new Mailer(server);
    this.accounts = accounts;
    this.base = base;
    this.clock = clock;
    this.loop = Loop.start("alert-mail", PAUSE, this::round);
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
    List<MailResult> results =
        recipients.stream().map(to -> mailer.send(message(mail, to), clock.instant())).toList();
    boolean isDone = results.stream().noneMatch(MailResult.Failed.class::isInstance);
    if (isDone || mail.tries() >= MAX_TRIES) {
      if (!isDone) {
        LOG.warn("no mail about {} could be sent: {}", mail.alert().subject(), results);
      }
      store.mailed(mail);
    }
  }

  private MailMessage message(AlertMail mail, String recipient) {
    Alert alert = mail.alert();
    String account = accounts.get(alert.realm()).name();
    String words = alert.kind().words(name(alert, endpoints));
    String link = base + "/dashboard" + alert.kind().path(alert.subject());
    String mode = alert.realm().isLive() ? "" : "[Test] ";
    return new MailMessage(
        "%s.%s.%d.%d"
            .formatted(
                alert.subject(),
                alert.kind().text(),
                mail.raised().toEpochMilli(),
                recipient.hashCode()),
        recipient,
        mode + alert.kind().title() + " (" + account + ")",
        words + "\n\n" + link + "\n",
        html(Stream.of(alert.kind().title(), words, link).map(AlertMails::escaped).toList()));
  }

  /** Returns the subject for people: the URL of a webhook endpoint, or otherwise the id. */
  static String name(Alert alert, WebhookEndpointStore endpoints) {
    return WebhookEndpointId.KIND
        .parse(alert.subject())
        .flatMap(endpoint -> endpoints.find(alert.realm(), endpoint))
        .map(endpoint -> withoutQuery(endpoint.target().url()))
        .orElse(alert.subject());
  }

  /** Omits the query of a URL, which may contain a secret. */
  private static String withoutQuery(String url) {
    int query = url.indexOf('?');
    return query < 0 ? url : url.substring(0, query);
  }

  private static String html(List<String> texts) {
    return "<p><b>%s</b></p><p>%s</p><p><a href=\"%3$s\">%3$s</a></p>"
        .formatted(texts.get(0), texts.get(1), texts.get(2));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  @Override
  public void close() {
    loop.close();
  }
}
