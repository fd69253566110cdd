package florin.receipt;

import florin.checkout.CheckoutLinks;
import florin.checkout.Language;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import florin.mail.Mailer;
import florin.mail.Mailer.MailMessage;
import florin.mail.Mailer.MailResult;
import florin.mail.SmtpServer;
import florin.page.Letters;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.view.ChallengeLinks;
import florin.receipt.ReceiptMailStore.Due;
import florin.receipt.ReceiptMailStore.End;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends due receipts; any node does this for all. A mail is sent at least once. The process may die
 * after the mail server has accepted it and before that is recorded. Then it is sent again when the
 * lease ends, with the same message id.
 */
public final class ReceiptMails implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(1);
  static final int MAX_AT_ONCE = 8;

  /** The lease, longer than any conversation with a mail server. */
  public static final Duration LEASE = Mailer.STEP_TIMEOUT.multipliedBy(15);

  /** The delay after each failed try; none follows the last. */
  static final List<Duration> RETRIES =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(10),
          Duration.ofHours(1),
          Duration.ofHours(4),
          Duration.ofHours(12),
          Duration.ofHours(24));

  static final int MAX_TRIES = RETRIES.size() + 1;

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptMails.class);

  private static final String NEVER_RECORDED =
      "no attempt recorded its outcome: the senders crashed, or the database was down";

  private final ReceiptMailStore store;
  private final Receipts receipts;
  private final Mailer mailer;
  private final Payments payments;
  private final ChallengeLinks transfers;
  private final CheckoutLinks recoveries;
  private final InstantSource clock;
  private final Letters letters = new Letters();
  private final BackgroundJob job;

  public ReceiptMails(
      Db db,
      SmtpServer server,
      Receipts receipts,
      Payments payments,
      ChallengeLinks transfers,
      CheckoutLinks recoveries,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.store = new ReceiptMailStore(db);
    this.receipts = receipts;
    this.mailer = new Mailer(server);
    this.payments = payments;
    this.transfers = transfers;
    this.recoveries = recoveries;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("receipt-mail", PAUSE, acceptance, this::round);
  }

  /** Stops after mails in flight are sent. */
  @Override
  public void close() {
    job.close();
  }

  private boolean round() {
    List<Due> due = store.claim(clock.instant(), LEASE, MAX_AT_ONCE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      due.forEach(mail -> threads.execute(() -> send(mail)));
    }
    return due.size() == MAX_AT_ONCE;
  }

  private void send(Due mail) {
    try {
      record(
          mail, mail.tries() > MAX_TRIES ? new MailResult.Failed(NEVER_RECORDED) : tryOnce(mail));
    } catch (RuntimeException failed) {
      LOG.warn("the receipt of {} stays due until its lease ends", mail.payment(), failed);
    }
  }

  private MailResult tryOnce(Due mail) {
    try {
      Optional<MailMessage> message = message(mail);
      return message.isPresent()
          ? mailer.send(message.get(), clock.instant())
          : new MailResult.Accepted(); // its content no longer applies
    } catch (DatabaseUnavailableException away) {
      throw away;
    } catch (RuntimeException bug) {
      LOG.error("the receipt of {} could not be made", mail.payment(), bug);
      return new MailResult.Failed(bug.toString());
    }
  }

  private void record(Due mail, MailResult result) {
    Instant now = clock.instant();
    switch (result) {
      case MailResult.Accepted() -> store.resolve(mail, End.SENT, Optional.empty(), now);
      case MailResult.Refused(String reason) ->
          store.resolve(mail, End.REFUSED, Optional.of(reason), now);
      case MailResult.Failed(String reason) when mail.tries() >= MAX_TRIES -> {
        LOG.warn(
            "the receipt of {} was not sent, and Florin stops trying: {}", mail.payment(), reason);
        store.resolve(mail, End.GIVEN_UP, Optional.of(reason), now);
      }
      case MailResult.Failed(String reason) ->
          store.tryAgain(mail, now.plus(RETRIES.get(mail.tries() - 1)), reason);
    }
  }

  /**
   * Returns a message id for each repeat, because a mail program hides a second mail with the same
   * id.
   */
  private static String messageId(Due mail, String kind) {
    String id = mail.payment() + "." + kind;
    return mail.repeats() == 0 ? id : id + "-" + mail.repeats();
  }

  private Optional<MailMessage> message(Due mail) {
    Payment payment =
        payments
            .find(mail.realm(), mail.payment())
            .orElseThrow(() -> new IllegalStateException(mail.payment() + " is gone"));
    if (payment.isRecoverable()) {
      return Optional.of(recovery(mail, payment));
    }
    if (payment.findTransfer().isEmpty() || payment.hasReceipt()) {
      return Optional.of(receipt(mail, payment));
    }
    return payment.isWaitingForPayer()
        ? Optional.of(instructions(mail, payment))
        : Optional.empty();
  }

  private MailMessage recovery(Due mail, Payment payment) {
    return letters.message(
        messageId(mail, "recovery"),
        mail.recipient(),
        RecoveryMail.letter(
            receipts.account(payment),
            payment,
            recoveries.recoveryUrl(payment),
            receipts.texts(payment),
            receipts.sender(payment)));
  }

  private MailMessage instructions(Due mail, Payment payment) {
    var told =
        TransferMail.of(receipts.account(payment), payment, transfers, receipts.texts(payment));
    return letters.message(
        messageId(mail, "transfer"), mail.recipient(), told.letter(receipts.sender(payment)));
  }

  private MailMessage receipt(Due mail, Payment payment) {
    Receipt receipt = receipts.of(payment, Language.EN);
    return letters.message(
        messageId(mail, "receipt"),
        mail.recipient(),
        receipt.letter(receipts.sender(payment), receipts.url(payment)));
  }
}
