package florin.bank.ordering;

import florin.bank.account.ExpectedTransfer;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.TransferStore;
import florin.bank.ordering.PayerAccountStore.MoneySource;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.Destination;
import florin.bank.outgoing.OutgoingTransfer.OutgoingPlace;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.PayerAction.BankInstructions;
import florin.core.ErrorCode;
import florin.core.Iban;
import florin.core.Problem;
import florin.core.Refusal;
import florin.db.Write;
import florin.instrument.BankTransfer;
import florin.payment.machine.Attempt;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Refund.RefundAccount;
import florin.payment.refund.RefundDestinations;
import florin.payment.store.AttemptStore;
import florin.vault.SecretSeal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The destination of a refund by bank transfer: the account that all of the money came from. If the
 * bank has not reported it, or there are several, the caller names one. A live API key can name
 * only an account that the money came from, so that a stolen key can't redirect money. A person
 * with the permission can name any account after entering the password.
 */
public final class PayerAccounts implements RefundDestinations {
  /**
   * The most transfers of one payment that are read; with more, the requester must name the
   * account.
   */
  private static final int MAX_SOURCES = 100;

  private static final String FIELD = "bank_account";

  private final PayerAccountStore store;
  private final TransferStore expected;
  private final ReceivingAccountStore accounts;
  private final AttemptStore attempts;
  private final SecretSeal seal;

  public PayerAccounts(
      PayerAccountStore store,
      TransferStore expected,
      ReceivingAccountStore accounts,
      AttemptStore attempts,
      SecretSeal seal) {
    this.store = store;
    this.expected = expected;
    this.accounts = accounts;
    this.attempts = attempts;
    this.seal = seal;
  }

  @Override
  public RefundDestination find(Payment payment, Refund refund, CreateRefund command) {
    if (payment.findTransfer().isEmpty()) {
      if (command.account().isPresent()) {
        throw notByTransfer();
      }
      return RefundDestination.SAME_WAY;
    }
    ReceivingAccount from = receivingAccount(payment);
    List<Optional<PayerAccount>> sources = sources(payment);
    Chosen chosen = choose(command.account(), sources, command.asker(), from);
    return new OrderedDestination(seal, from, refund, payment, chosen);
  }

  /**
   * The chosen destination.
   *
   * @param named whether the requester named an account other than the payer's
   */
  record Chosen(PayerAccount account, boolean named) {}

  /**
   * Chooses the destination.
   *
   * @param sources the account of each part of the money; empty if the bank does not report it
   * @param from the merchant's account that sends the refund
   */
  static Chosen choose(
      Optional<PayerAccount> named,
      List<Optional<PayerAccount>> sources,
      RefundAsker asker,
      ReceivingAccount from) {
    Chosen chosen =
        named.map(account -> named(account, sources, asker, from)).orElseGet(() -> payers(sources));
    if (chosen.account().iban().equals(from.iban())) {
      throw ownAccount();
    }
    if (!chosen.account().iban().isInSepa()) {
      throw outsideSepa();
    }
    return chosen;
  }

  /** The rows that a refund by bank transfer needs besides its own. */
  private record OrderedDestination(
      SecretSeal seal, ReceivingAccount from, Refund refund, Payment payment, Chosen chosen)
      implements RefundDestination {
    @Override
    public Optional<RefundAccount> account() {
      Iban iban = chosen.account().iban();
      return Optional.of(new RefundAccount(iban.country(), iban.last4()));
    }

    @Override
    public List<Write> writes(Attempt attempt) {
      Iban iban = chosen.account().iban();
      return List.of(
          OutgoingTransferStore.insert(
              new OutgoingTransfer(
                  refund.realm(),
                  attempt.id().uuid(),
                  1,
                  TransferState.BEGUN,
                  Optional.of(refund.id()),
                  Optional.empty(),
                  refund.endToEndId(),
                  from.id(),
                  refund.amount(),
                  new Destination(
                      chosen.account().holder(),
                      seal.seal(refund.realm(), attempt.id().uuid(), iban.text()),
                      iban.last4(),
                      chosen.named()),
                  message(),
                  OutgoingPlace.none(attempt.created()),
                  attempt.created())));
    }

    /** Returns the text for the payer, with the reference that the payer used. */
    private String message() {
      return "Refund "
          + payment
              .findTransfer()
              .flatMap(BankTransfer::instructions)
              .map(BankInstructions::reference)
              .orElseGet(() -> payment.id().text());
    }
  }

  private ReceivingAccount receivingAccount(Payment payment) {
    ExpectedTransfer transfer =
        expected
            .findExpected(payment.realm(), attempts.getAuthorization(payment).id())
            .orElseThrow(() -> new IllegalStateException(payment.id() + " asked for no transfer"));
    return accounts.find(payment.realm(), transfer.payee().account()).orElseThrow();
  }

  /** Returns the account of each part of the money; empty if its bank does not report it. */
  private List<Optional<PayerAccount>> sources(Payment payment) {
    var found = new ArrayList<Optional<PayerAccount>>();
    for (MoneySource source : store.listSources(payment.realm(), payment.id(), MAX_SOURCES + 1)) {
      found.add(
          source
              .sealedIban()
              .map(sealed -> seal.open(payment.realm(), source.entry().uuid(), sealed))
              .flatMap(Iban::find)
              .map(iban -> new PayerAccount(iban, source.party().orElse(""))));
    }
    return found;
  }

  private static Chosen payers(List<Optional<PayerAccount>> sources) {
    boolean isOne =
        sources.size() <= MAX_SOURCES
            && sources.stream().allMatch(Optional::isPresent)
            && sources.stream().map(source -> source.get().iban()).distinct().count() == 1;
    return Optional.of(sources)
        .filter(_ -> isOne)
        .flatMap(all -> all.getFirst())
        .filter(account -> !account.holder().isBlank())
        .map(account -> new Chosen(account, false))
        .orElseThrow(PayerAccounts::accountNeeded);
  }

  private static Chosen named(
      PayerAccount named,
      List<Optional<PayerAccount>> sources,
      RefundAsker asker,
      ReceivingAccount from) {
    List<Iban> known = sources.stream().flatMap(Optional::stream).map(PayerAccount::iban).toList();
    boolean isPayers = known.contains(named.iban());
    if (from.realm().isLive() && asker == RefundAsker.KEY && !isPayers) {
      throw notThePayers();
    }
    return new Chosen(named, !isPayers);
  }

  private static Refusal accountNeeded() {
    return Problem.BadParameters.of(
            FIELD,
            ErrorCode.BANK_ACCOUNT_REQUIRED,
            "bank_account is required, because the bank didn't name the payer's account. Ask the payer for the IBAN and holder, and send them as bank_account: {iban, holder}.")
        .refusal();
  }

  private static Refusal notThePayers() {
    return Problem.BadParameters.of(
            FIELD,
            ErrorCode.BANK_ACCOUNT_NOT_ALLOWED,
            "bank_account must be an account from which the money came. To send it to another account, use the dashboard; nothing was sent.")
        .refusal();
  }

  private static Refusal notByTransfer() {
    return Problem.BadParameters.of(
            FIELD,
            ErrorCode.PARAMETER_INVALID,
            "bank_account applies only to payments by bank transfer. Omit bank_account; this refund goes back to the original payment method.")
        .refusal();
  }

  private static Refusal outsideSepa() {
    return Problem.BadParameters.of(
            FIELD,
            ErrorCode.PARAMETER_INVALID,
            "bank_account must be in a SEPA country. Use another account of the payer, or send the money at your bank; nothing was sent.")
        .refusal();
  }

  private static Refusal ownAccount() {
    return Problem.BadParameters.of(
            FIELD,
            ErrorCode.PARAMETER_INVALID,
            "bank_account must be the payer's account, not your receiving account. Nothing was sent.")
        .refusal();
  }
}
