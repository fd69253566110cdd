package florin.dashboard.entry;

import florin.mail.Mailer;
import florin.mail.Mailer.MailMessage;
import florin.mail.Mailer.MailResult;
import florin.mail.SmtpServer;
import florin.page.Pages;
import florin.team.Invitations.Invitation;
import florin.team.Resets.MailedLink;
import florin.team.Token;
import florin.team.User;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mails with links for invitations and new passwords. A mail is sent after the response, so that
 * the response time does not reveal whether a user exists. The link is only in memory until the
 * mail is sent. If a crash loses it, the user requests another.
 */
public final class PeopleMails implements AutoCloseable {
  /** The maximum number of mails in the queue and being sent. Further mails are dropped. */
  static final int MAX_WAITING = 100;

  static final int MAX_AT_ONCE = 4;
  static final int MAX_TRIES = 3;
  static final Duration PAUSE = Duration.ofSeconds(20);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(PeopleMails.class);

  /**
   * The configured base URL. Links never use the host of a request, which an attacker could choose.
   */
  private final URI base;

  private final Optional<Mailer> mailer;
  private final InstantSource clock;
  private final Pages pages = new Pages();
  private final Semaphore room = new Semaphore(MAX_WAITING);
  private final Semaphore lines = new Semaphore(MAX_AT_ONCE);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * @param server empty if none is configured; then no mails are sent
   * @param base the address of the dashboard, without a trailing slash
   */
  public PeopleMails(Optional<SmtpServer> server, URI base, InstantSource clock) {
    this.mailer = server.map(Mailer::new);
    this.base = base;
    this.clock = clock;
  }

  /** The text of a mail, in paragraphs around its link. */
  public record Letter(String title, List<String> before, String link, String after) {
    public Letter {
      before = List.copyOf(before);
    }

    String text() {
      return String.join("\n\n", before) + "\n\n" + link + "\n\n" + after + "\n";
    }
  }

  public boolean canSend() {
    return mailer.isPresent();
  }

  public void invite(Invitation invitation, Token link) {
    String until =
        DateTimeFormatter.ofPattern("d MMMM, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC)
            .format(invitation.expires());
    var letter =
        new Letter(
            "Join " + invitation.accountName(),
            List.of(
                "%s invites you to the payments dashboard of %s as %s."
                    .formatted(
                        invitation.invitedBy(),
                        invitation.accountName(),
                        invitation.role().text())),
            base + "/dashboard/invitations/" + link.reveal(),
            "The link works once, until "
                + until
                + ". Not expecting this? You can ignore this email.");
    later(() ->
        Optional.of(message(invitation.id().text() + ".invitation", invitation.email(), letter)));
  }

  /**
   * Sends a reset link.
   *
   * @param reset finds the user and creates the link; runs after the response, and is empty if
   *     there is no user
   */
  void reset(Supplier<Optional<MailedLink>> reset) {
    later(() -> reset.get().map(this::message));
  }

  /** Asks a member to set up a second factor, which the account requires from a date. */
  public void requireFactor(User user, String account, Instant due) {
    String day =
        DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC)
            .format(due);
    var letter =
        new Letter(
            "Set up a second factor for " + account,
            List.of(
                account + " requires a second factor from everyone. You have none yet.",
                "Add a passkey or set up an authenticator app by " + day + "."),
            base + SecurityPages.PROTECT_PATH,
            "Until then you can work as usual. After that, you must set one up before you can do anything else.");
    later(() ->
        Optional.of(
            message(
                user.id().text() + "." + due.toEpochMilli() + ".factor", user.email(), letter)));
  }

  private MailMessage message(MailedLink mail) {
    var letter =
        new Letter(
            "Set a new password",
            List.of(
                "We received a request to reset the password for " + mail.user().email() + ".",
                "Your second factor stays the same."),
            base + "/dashboard/reset/" + mail.link().reveal(),
            "The link works once and expires in an hour. Not you? You can ignore this email: your password stays the same.");
    String id = mail.user().id().text() + "." + clock.instant().toEpochMilli() + ".reset";
    return message(id, mail.user().email(), letter);
  }

  private MailMessage message(String id, String recipient, Letter letter) {
    return new MailMessage(
        id,
        recipient,
        letter.title(),
        letter.text(),
        pages.renderBare("dashboard/mail.jte", Map.of("letter", letter)));
  }

  private void later(Supplier<Optional<MailMessage>> work) {
    if (mailer.isEmpty()) {
      return;
    }
    if (!room.tryAcquire()) {
      LOG.warn("a mail was dropped: {} are waiting already", MAX_WAITING);
      return;
    }
    threads.execute(() -> {
      try {
        lines.acquire();
        try {
          Optional<MailMessage> message = work.get();
          if (message.isPresent()) {
            send(mailer.get(), message.get());
          }
        } finally {
          lines.release();
        }
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException failed) {
        LOG.warn("a mail could not be made", failed);
      } finally {
        room.release();
      }
    });
  }

  private void send(Mailer to, MailMessage message) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      MailResult result = to.send(message, clock.instant());
      if (!(result instanceof MailResult.Failed(String reason))) {
        return;
      }
      if (tries == MAX_TRIES) {
        LOG.warn("{} could not be mailed: {}", message.id(), reason);
        return;
      }
      Thread.sleep(PAUSE);
    }
  }

  /** Waits briefly for the mails that are being sent. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
