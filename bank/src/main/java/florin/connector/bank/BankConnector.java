package florin.connector.bank;

import florin.bank.CreditorReference;
import florin.bank.account.ExpectedTransfer;
import florin.bank.account.ExpectedTransfer.Payee;
import florin.bank.account.ExpectedTransfer.WaitPeriod;
import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.TransferStore;
import florin.bank.account.TransferStore.TransferRecord;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Checks;
import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.PayerAction.BankInstructions;
import florin.connector.ResumeRequest;
import florin.connector.RiskLevel;
import florin.core.Bic;
import florin.core.ErrorCode;
import florin.core.Id.AttemptId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.core.Sha256;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/**
 * The connector of bank transfers, which calls no network. It records the expected transfer and
 * gives the payer the instructions. For a refund, it records the outgoing transfer for the next
 * payment file. The statement import learns from the bank's statements that money has arrived or
 * was sent, and writes it to the same tables.
 *
 * <p>Each mode has one, for all realms. The bank of test mode is simulated: it moves no money, and
 * the database rejects a live payment on its connector.
 */
public final class BankConnector implements Connector {
  static final ConnectorName LIVE = new ConnectorName("bank_transfer", "bank_transfer");
  static final ConnectorName TEST = new ConnectorName("simulated_bank", LIVE.kind());

  /** The timing; its commits wait 10 s at most. */
  private static final Timing TIMING =
      new Timing(Duration.ofSeconds(12), Duration.ZERO, Duration.ofMillis(500), Duration.ZERO);

  /** The repetition of requests. Each is written once by its key, however late it is repeated. */
  private static final Repetition REPETITION = new Repetition(Duration.ofDays(1), false);

  private static final Set<OperationKind> TAKES =
      Set.of(OperationKind.AUTHORIZE, OperationKind.CANCEL, OperationKind.REFUND);

  private final Mode mode;
  private final PayeeAccounts accounts;
  private final TransferStore store;
  private final OutgoingRefunds refunds;
  private final GroupCommit commits;
  private final InstantSource clock;
  private final Duration patience;

  /**
   * The references that payers give in transfers. Each follows from the attempt's id, and reveals
   * no other payment's reference.
   */
  static final class TransferNames {
    /** The number of possible references, of twelve digits. */
    private static final long ALL = 1_000_000_000_000L;

    private TransferNames() {}

    /**
     * Returns a reference of an attempt.
     *
     * @param nth the next number if the reference is already taken, which is rare: with a million
     *     references, one in a million is
     */
    static CreditorReference of(AttemptId attempt, int nth) {
      byte[] hash = Sha256.of(attempt.text() + ":" + nth);
      long number = 0;
      for (int i = 0; i < Long.BYTES - 1; i++) {
        number = number << Byte.SIZE | Byte.toUnsignedLong(hash[i]);
      }
      return CreditorReference.of(number % ALL);
    }
  }

  /**
   * Creates the connector of one mode.
   *
   * @param patience how long a payment waits for its transfer
   */
  public BankConnector(
      Mode mode,
      PayeeAccounts accounts,
      TransferStore store,
      OutgoingTransferStore outgoing,
      GroupCommit commits,
      InstantSource clock,
      Duration patience) {
    this.mode = mode;
    this.accounts = accounts;
    this.store = store;
    this.refunds = new OutgoingRefunds(outgoing, commits, clock);
    this.commits = commits;
    this.clock = clock;
    this.patience = patience;
  }

  @Override
  public String id() {
    return name().id();
  }

  @Override
  public String kind() {
    return name().kind();
  }

  @Override
  public ConnectorName name() {
    return mode.isLive() ? LIVE : TEST;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        mode.isLive(),
        true,
        false,
        new AcceptedCredentials(Set.of(Credential.Transfer.class)),
        TIMING,
        REPETITION);
  }

  /**
   * Returns whether the operation is supported. There is no capture, because money that a bank has
   * booked is never only held.
   */
  @Override
  public boolean takes(OperationKind operation) {
    return TAKES.contains(operation);
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    requireMode(request.realm());
    AttemptId attempt = request.reference().id();
    Optional<TransferRecord> found = store.find(request.realm(), attempt);
    if (found.isPresent()) {
      return again(found.get(), request);
    }
    Optional<ReceivingAccount> account =
        accounts.findFor(request.realm(), request.amount().currency());
    if (account.isEmpty() || request.capture() == AuthorizeRequest.Capture.MANUAL) {
      return Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED);
    }
    for (int nth = 0; !deadline.hasPassed(); nth++) {
      ExpectedTransfer transfer = expected(request, account.get(), TransferNames.of(attempt, nth));
      switch (commits.commit(Changeset.of(TransferStore.insert(transfer)))) {
        case CommitResult.Committed() -> {
          return waiting(transfer, account.get());
        }
        case CommitResult.Refused _ -> {
          return again(store.find(request.realm(), attempt).orElseThrow(), request);
        }
        case CommitResult.Rejected(_, String constraint, _)
            when constraint.equals(TransferStore.REFERENCE_ONCE) -> {}
        case CommitResult.Rejected rejected -> throw notHeld(rejected);
      }
    }
    return new Outcome.NotSent();
  }

  private ExpectedTransfer expected(
      AuthorizeRequest request, ReceivingAccount account, CreditorReference reference) {
    // In the database's precision, so that the returned time equals the stored one.
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return new ExpectedTransfer(
        request.realm(),
        request.reference().id(),
        1,
        ExpectedTransfer.State.OPEN,
        new Payee(reference, account.id()),
        request.amount(),
        Money.zero(request.amount().currency()),
        new WaitPeriod(now, now.plus(patience)));
  }

  /**
   * Returns the outcome of a repeated request, of another request under its reference, or of a
   * closed one.
   */
  private Outcome again(TransferRecord found, AuthorizeRequest request) {
    return switch (found) {
      case TransferRecord.Closed() -> Outcome.Declined.processingError();
      case TransferRecord.Expected(ExpectedTransfer it)
          when !it.amount().equals(request.amount()) ->
          Outcome.Declined.processingError();
      case TransferRecord.Expected(ExpectedTransfer it) ->
          outcome(it).orElseGet(Outcome.Declined::processingError);
    };
  }

  /**
   * Returns the outcome; empty if the transfer was closed, so that nothing exists under its
   * reference.
   */
  private Optional<Outcome> outcome(ExpectedTransfer transfer) {
    return switch (transfer.state()) {
      case OPEN ->
          Optional.of(
              waiting(
                  transfer,
                  accounts.find(transfer.realm(), transfer.payee().account()).orElseThrow()));
      case PAID -> Optional.of(approved(transfer.reference().text(), transfer.amount()));
      case CLOSED -> Optional.empty();
    };
  }

  private static Outcome waiting(ExpectedTransfer transfer, ReceivingAccount account) {
    String reference = transfer.reference().text();
    return new Outcome.RequiresAction(
        reference,
        new BankInstructions(
            reference,
            account.iban().text(),
            account.details().bic().map(Bic::text),
            account.details().holder(),
            transfer.period().expires()));
  }

  private static Outcome approved(String reference, Money amount) {
    return new Outcome.Approved(
        reference,
        Optional.empty(),
        Optional.empty(),
        amount,
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }

  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    return authorize(request.authorize(), deadline);
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    requireMode(request.realm());
    return switch (operation) {
      case CANCEL -> cancel(request, deadline);
      case REFUND -> refunds.order(request, deadline);
      case AUTHORIZE, CAPTURE -> Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED);
    };
  }

  /**
   * Closes the transfer, so that money that arrives later is not matched to the payment. Declines
   * if all of it has already arrived.
   */
  private Outcome cancel(FollowUp request, Deadline deadline) {
    AttemptId attempt = request.authorization().id();
    while (!deadline.hasPassed()) {
      Optional<TransferRecord> found = store.find(request.realm(), attempt);
      switch (found.orElse(null)) {
        case null -> {
          if (commit(TransferStore.close(request.realm(), attempt, clock.instant()))) {
            return nothingHeld(request);
          }
        }
        case TransferRecord.Closed() -> {
          return nothingHeld(request);
        }
        case TransferRecord.Expected(ExpectedTransfer transfer) -> {
          Optional<Outcome> canceled = cancel(transfer, request);
          if (canceled.isPresent()) {
            return canceled.get();
          }
        }
      }
    }
    return new Outcome.Unknown("not written before the deadline");
  }

  /** Cancels the transfer. Returns empty if another process was faster. */
  private Optional<Outcome> cancel(ExpectedTransfer transfer, FollowUp request) {
    return switch (transfer.state()) {
      case CLOSED -> Optional.of(nothingHeld(request));
      case PAID -> Optional.of(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
      case OPEN ->
          commit(TransferStore.update(transfer.closed()))
              ? Optional.of(nothingHeld(request))
              : Optional.empty();
    };
  }

  private static Outcome nothingHeld(FollowUp request) {
    return approved(request.authorization().toString(), Money.zero(request.amount().currency()));
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    requireMode(request.realm());
    return switch (request.operation()) {
      case AUTHORIZE -> inquireAuthorization(request, deadline);
      case CANCEL -> inquireCancel(request);
      case REFUND -> refunds.inquire(request, deadline);
      case CAPTURE -> new Inquiry.Absent(); // it was declined
    };
  }

  private Inquiry inquireAuthorization(InquiryRequest request, Deadline deadline) {
    Realm realm = request.realm();
    AttemptId attempt = request.reference().id();
    while (!deadline.hasPassed()) {
      Optional<TransferRecord> found = store.find(realm, attempt);
      if (found.isPresent()) {
        return found.get() instanceof TransferRecord.Expected(ExpectedTransfer transfer)
            ? outcome(transfer).<Inquiry>map(Inquiry.Found::new).orElseGet(Inquiry.Absent::new)
            : new Inquiry.Absent();
      }
      if (commit(TransferStore.close(realm, attempt, clock.instant()))) {
        return new Inquiry.Absent();
      }
    }
    return new Inquiry.Unreachable("not written before the deadline");
  }

  /**
   * Returns the inquiry's result for a cancel. While the transfer is open, the cancel may still
   * arrive, so it is unclear and sent again.
   */
  private Inquiry inquireCancel(InquiryRequest request) {
    Optional<TransferRecord> found = store.find(request.realm(), request.authorization().id());
    if (found.orElse(null) instanceof TransferRecord.Expected(ExpectedTransfer transfer)) {
      return switch (transfer.state()) {
        case OPEN -> new Inquiry.Unclear();
        case PAID -> new Inquiry.Found(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
        case CLOSED ->
            new Inquiry.Found(
                approved(
                    request.authorization().toString(), Money.zero(request.amount().currency())));
      };
    }
    return found.isPresent()
        ? new Inquiry.Found(
            approved(request.authorization().toString(), Money.zero(request.amount().currency())))
        : new Inquiry.Unclear();
  }

  /** Commits the write. Returns false, with nothing written, if another process was faster. */
  private boolean commit(Write write) {
    return switch (commits.commit(Changeset.of(write))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected -> throw notHeld(rejected);
    };
  }

  private static IllegalStateException notHeld(CommitResult.Rejected rejected) {
    return new IllegalStateException("the book of transfers does not hold that: " + rejected);
  }

  private void requireMode(Realm realm) {
    if (realm.isLive() != mode.isLive()) {
      throw new IllegalArgumentException("the bank of the other mode was asked for " + realm);
    }
  }
}
