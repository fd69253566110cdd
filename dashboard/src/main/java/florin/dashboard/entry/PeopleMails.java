package florin.dashboard.entry;

import florin.dashboard.parts.CodeText;
import florin.mail.Letter;
import florin.mail.Letter.Block;
import florin.mail.Letter.Block.Button;
import florin.mail.Letter.Block.Facts;
import florin.mail.Letter.Block.Note;
import florin.mail.Letter.Block.Words;
import florin.mail.Letter.Fact;
import florin.mail.Letter.Footer;
import florin.mail.Letter.Sender;
import florin.mail.Mailer;
import florin.mail.Mailer.MailMessage;
import florin.mail.Mailer.MailResult;
import florin.mail.SmtpServer;
import florin.page.AmountText;
import florin.page.Letters;
import florin.team.Invitations.Invitation;
import florin.team.RefundRequests.RefundRequest;
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
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mails to members, for example with links for invitations and new passwords. A mail is sent after
 * the response, so that the response time does not reveal whether a user exists. The link is only
 * in memory until the mail is sent. If a crash loses it, the user requests another. Requests to
 * approve a refund are on Home too.
 */
public final class PeopleMails implements AutoCloseable {
  /** The maximum number of mails in the queue and being sent. Further mails are dropped. */
  static final int MAX_WAITING = 100;

  static final int MAX_AT_ONCE = 4;
  static final int MAX_TRIES = 3;
  static final Duration PAUSE = Duration.ofSeconds(20);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final Logger LOG = LoggerFactory.getLogger(PeopleMails.class);

  /**
   * The configured base URL. Links never use the host of a request, which an attacker could choose.
   */
  private final URI base;

  private final Optional<Mailer> mailer;
  private final InstantSource clock;
  private final Letters letters = new Letters();
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

  public boolean canSend() {
    return mailer.isPresent();
  }

  public void invite(Invitation invitation, Token link) {
    String account = invitation.accountName();
    var letter =
        letter(
            account,
            "You're invited to " + account,
            invitation.invitedBy() + " invited you to the payments dashboard of " + account + ".",
            List.of(
                new Facts(
                    List.of(
                        new Fact("Account", account),
                        new Fact("Your role", invitation.role().title()),
                        new Fact("Invited by", invitation.invitedBy()))),
                new Button("Join " + account, base + "/dashboard/invitations/" + link.reveal()),
                new Note("The link works once, until " + TIME.format(invitation.expires()) + ".")),
            new Footer(
                "%s entered your address. Not expecting this? You can ignore it."
                    .formatted(invitation.invitedBy())));
    later(() ->
        Optional.of(
            letters.message(invitation.id().text() + ".invitation", invitation.email(), letter)));
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
    String day = TIME.format(due);
    var letter =
        letter(
            account,
            "Set up a second factor for " + account,
            account + " requires a second factor from everyone. You have none yet.",
            List.of(
                new Facts(List.of(new Fact("Account", account), new Fact("Set up by", day))),
                new Button("Set up second factor", base + SecurityPages.PROTECT_PATH),
                new Note(
                    "Add a passkey or an authenticator app. Until then you can work as usual. After that, you must set one up before you can do anything else.")),
            new Footer("Sent to you as a member of " + account + "."));
    later(() ->
        Optional.of(
            letters.message(
                user.id().text() + "." + due.toEpochMilli() + ".factor", user.email(), letter)));
  }

  /**
   * A request for a refund.
   *
   * @param account the name of the account
   * @param customer the name of the customer, if known
   * @param path the page of the payment
   */
  public record RefundMail(
      String account,
      boolean isTest,
      RefundRequest request,
      Optional<String> customer,
      String path) {
    private List<Fact> facts() {
      return Stream.of(
              Optional.of(new Fact("Amount", AmountText.of(request.amount()))),
              customer.map(name -> new Fact("Customer", name)),
              request.reason().map(reason -> new Fact("Reason", CodeText.of(reason))),
              Optional.of(request.note())
                  .filter(note -> !note.isEmpty())
                  .map(note -> new Fact("Note", note)))
          .flatMap(Optional::stream)
          .toList();
    }
  }

  /** Asks a member to approve a refund. */
  public void requestApproval(User approver, RefundMail mail) {
    RefundRequest request = mail.request();
    sendAbout(
        mail,
        approver,
        "approval",
        letter(
            mail.account(),
            "%s asks you to refund %s".formatted(request.asker(), AmountText.of(request.amount())),
            "Approve or decline the refund. Until you approve it, nothing is refunded.",
            List.of(
                new Facts(mail.facts()),
                new Button("Review refund", base + mail.path()),
                new Note("The request expires on " + TIME.format(request.expires()) + ".")),
            new Footer("Sent to you because you may approve refunds of " + mail.account() + ".")));
  }

  public void reportApproval(User asker, RefundMail mail, String decider) {
    sendAbout(
        mail,
        asker,
        "approved",
        letter(
            mail.account(),
            "Your refund of %s was approved".formatted(AmountText.of(mail.request().amount())),
            decider + " approved the refund. The payment shows its status.",
            List.of(new Facts(mail.facts()), new Button("Show payment", base + mail.path())),
            new Footer("Sent to you because you requested this refund.")));
  }

  /**
   * Reports that a request was declined.
   *
   * @param answer the reason; may be empty
   */
  public void reportDecline(User asker, RefundMail mail, String decider, String answer) {
    List<Fact> answered = answer.isEmpty() ? List.of() : List.of(new Fact("Answer", answer));
    sendAbout(
        mail,
        asker,
        "declined",
        letter(
            mail.account(),
            "Your refund of %s was declined".formatted(AmountText.of(mail.request().amount())),
            decider + " declined the refund. Nothing was refunded.",
            List.of(
                new Facts(Stream.concat(mail.facts().stream(), answered.stream()).toList()),
                new Button("Show payment", base + mail.path())),
            new Footer("Sent to you because you requested this refund.")));
  }

  private void sendAbout(RefundMail mail, User to, String kind, Letter letter) {
    Letter labeled =
        mail.isTest()
            ? new Letter(
                letter.language(),
                letter.sender(),
                Optional.of("Test mode"),
                "[Test] " + letter.subject(),
                letter.heading(),
                letter.preview(),
                letter.blocks(),
                letter.footer())
            : letter;
    String id = mail.request().id().text() + "." + to.id().text() + "." + kind;
    later(() -> Optional.of(letters.message(id, to.email(), labeled)));
  }

  private MailMessage message(MailedLink mail) {
    String email = mail.user().email();
    var letter =
        letter(
            "Florin",
            "Set a new password",
            "We received a request to reset the password for " + email + ".",
            List.of(
                new Button("Set new password", base + "/dashboard/reset/" + mail.link().reveal()),
                new Note(
                    "The link works once and expires in an hour. Your second factor stays the same.")),
            new Footer(
                "Your address was entered under “Forgot password?”. Not you? You can ignore it: your password stays the same."));
    return letters.message(
        mail.user().id().text() + "." + clock.instant().toEpochMilli() + ".reset", email, letter);
  }

  private static Letter letter(
      String sender, String subject, String words, List<Block> more, Footer footer) {
    return new Letter(
        "en",
        new Sender(sender),
        Optional.empty(),
        subject,
        subject,
        words,
        Stream.concat(Stream.of(new Words(words)), more.stream()).toList(),
        footer);
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
