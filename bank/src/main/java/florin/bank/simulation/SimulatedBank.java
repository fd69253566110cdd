package florin.bank.simulation;

import florin.bank.account.ExpectedTransfer;
import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankFile.Source;
import florin.bank.imports.StatementImports;
import florin.bank.imports.StatementImports.ImportResult;
import florin.bank.matching.ExpectedPayout;
import florin.bank.matching.ExpectedPayoutStore;
import florin.bank.simulation.SimulatedStatement.Booking;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.BankFileId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.payment.machine.Payment;
import florin.payment.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The simulated bank of test mode. It books a transfer for a payment or payout, exact or not, and
 * produces a statement that Florin imports like any other.
 */
public final class SimulatedBank {
  private final Stores payments;
  private final TransferStore transfers;
  private final PayeeAccounts accounts;
  private final ExpectedPayoutStore payouts;
  private final StatementImports intake;
  private final IdSource ids;
  private final InstantSource clock;

  /**
   * Serializes the statements of this node, because each begins with the balance of the one before.
   */
  private final ReentrantLock turn = new ReentrantLock();

  public SimulatedBank(
      Stores payments,
      TransferStore transfers,
      PayeeAccounts accounts,
      ExpectedPayoutStore payouts,
      StatementImports intake,
      IdSource ids,
      InstantSource clock) {
    this.payments = payments;
    this.transfers = transfers;
    this.accounts = accounts;
    this.payouts = payouts;
    this.intake = intake;
    this.ids = ids;
    this.clock = clock;
  }

  /** The action of the payer, of the provider, or of their bank. */
  public enum Kind {
    /** Sends the missing amount; once all has arrived, the full amount again. */
    EXACT,
    /** Sends half of the missing amount. */
    SHORT,
    /** Sends half more than the amount. */
    OVER,
    /** Takes back the money that arrived. */
    RETURNED,
    /** Sends the right amount without a reference. */
    UNREFERENCED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The command to book a transfer.
   *
   * @param of the payment or payout
   * @param amount empty for the amount of the kind
   */
  public record Transfer(Id of, Kind kind, OptionalLong amount) {}

  /**
   * Books a transfer.
   *
   * @throws Refusal in live mode, for a payment that requested no transfer, and for a payout that
   *     is closed or has no account
   */
  public ImportResult book(Realm realm, Transfer command) {
    requireTest(realm);
    return command.of() instanceof PayoutId payout
        ? bookPayout(payout(realm, payout), command)
        : bookPayment(transfer(realm, command.of()), command);
  }

  private ImportResult bookPayment(ExpectedTransfer transfer, Transfer command) {
    boolean isReturn = command.kind() == Kind.RETURNED;
    return book(
        accounts.find(transfer.realm(), transfer.payee().account()).orElseThrow(),
        new Booking(
            amount(transfer, command),
            "Jo March",
            command.kind() == Kind.UNREFERENCED
                ? Optional.empty()
                : Optional.of(transfer.reference().text()),
            "Invoice, I think",
            isReturn,
            isReturn));
  }

  private ImportResult bookPayout(ExpectedPayout payout, Transfer command) {
    Money amount = payout.amount();
    boolean isReturn = command.kind() == Kind.RETURNED;
    return book(
        accounts.findFor(payout.realm(), amount.currency()).orElseThrow(SimulatedBank::noAccount),
        new Booking(
            new Money(
                command.amount().orElseGet(() -> minor(command.kind(), amount, amount)),
                amount.currency()),
            "Payment provider",
            Optional.empty(),
            payout
                .reference()
                .filter(_ -> command.kind() != Kind.UNREFERENCED)
                .map(reference -> "Payout " + reference.text())
                .orElse("Payout"),
            payout.isCollected() != isReturn,
            isReturn));
  }

  private ImportResult book(ReceivingAccount account, Booking booking) {
    return give(
        account,
        (name, opening, now) ->
            SimulatedStatement.camt053(name, account.iban(), booking, opening, now));
  }

  /** The content of a statement. */
  @FunctionalInterface
  interface Telling {
    /**
     * Returns the statement.
     *
     * @param name the bank's reference of the statement
     * @param opening the opening balance
     */
    String statement(String name, long opening, Instant now);
  }

  /** Produces and imports the next statement of an account. */
  ImportResult give(ReceivingAccount account, Telling telling) {
    turn.lock();
    try {
      return give(account, telling, intake.lastBalance(account.realm(), account.id()));
    } finally {
      turn.unlock();
    }
  }

  private ImportResult give(ReceivingAccount account, Telling telling, long opening) {
    String name =
        new BankFileId(ids.next()).text().substring("bfile_".length()).toUpperCase(Locale.ROOT);
    String statement = telling.statement(name, opening, clock.instant());
    try {
      Path file = Files.createTempFile("florin-bank-", ".xml");
      try {
        Files.writeString(file, statement);
        return intake.take(account.realm(), Source.SIMULATOR, file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Returns the account of a payment file. */
  ReceivingAccount account(Realm realm, ReceivingAccountId id) {
    return accounts.find(realm, id).orElseThrow();
  }

  private ExpectedPayout payout(Realm realm, PayoutId id) {
    return payouts
        .find(realm, id)
        .orElseThrow(() ->
            wrong(
                "payout",
                ErrorCode.RESOURCE_MISSING,
                "is the id of no open payout of this account and mode. Check the id and the API key."));
  }

  private ExpectedTransfer transfer(Realm realm, Id id) {
    Payment payment =
        payments
            .payments()
            .find(realm, new PaymentId(id.uuid()))
            .orElseThrow(SimulatedBank::noPayment);
    return transfers
        .findExpected(realm, payments.attempts().getAuthorization(payment).id())
        .orElseThrow(SimulatedBank::noTransfer);
  }

  static void requireTest(Realm realm) {
    if (realm.isLive()) {
      throw new Problem.Forbidden(
              ErrorCode.TEST_MODE_ONLY,
              "The simulated bank is there in test mode only. Use a test key.")
          .refusal();
    }
  }

  private static Money amount(ExpectedTransfer transfer, Transfer command) {
    if (command.amount().isPresent()) {
      return new Money(command.amount().getAsLong(), transfer.amount().currency());
    }
    Money missing = transfer.outstanding().isZero() ? transfer.amount() : transfer.outstanding();
    Money arrived = transfer.received().isZero() ? transfer.amount() : transfer.received();
    return new Money(minor(command.kind(), missing, arrived), transfer.amount().currency());
  }

  private static long minor(Kind kind, Money missing, Money arrived) {
    return switch (kind) {
      case EXACT, UNREFERENCED -> missing.minor();
      case SHORT -> Math.max(1, missing.minor() / 2);
      case OVER -> missing.minor() + Math.max(1, missing.minor() / 2);
      case RETURNED -> arrived.minor();
    };
  }

  private static Refusal noPayment() {
    return wrong(
        "payment",
        ErrorCode.RESOURCE_MISSING,
        "is the id of no payment of this account and mode. Check the id and the API key.");
  }

  private static Refusal noTransfer() {
    return wrong(
        "payment", ErrorCode.PAYMENT_UNEXPECTED_STATE, "must have asked for a bank transfer.");
  }

  private static Refusal noAccount() {
    return wrong(
        "payout",
        ErrorCode.PARAMETER_INVALID,
        "must be in the currency of an enabled receiving account.");
  }

  private static Refusal wrong(String parameter, ErrorCode code, String phrase) {
    return Problem.BadParameters.of(parameter, code, parameter + " " + phrase).refusal();
  }
}
