package florin.bank.ordering;

import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.order.CreditTransferInitiation;
import florin.bank.order.CreditTransferInitiation.OrderLine;
import florin.bank.order.CreditTransferInitiation.OrderParty;
import florin.bank.order.Pain001Writer;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.bank.outgoing.PaymentFile;
import florin.bank.outgoing.PaymentFile.OrderStatus;
import florin.bank.outgoing.PaymentFileStore;
import florin.core.ErrorCode;
import florin.core.Iban;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.vault.SecretSeal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Creates payment files. One commit puts the waiting transfers into a file, names it and encrypts
 * it before anyone can download it. So each transfer is in one file, and every download has the
 * same bytes. Only a person takes transfers out again, by declaring that the bank rejected the
 * file. They keep their end-to-end ids, so Florin recognizes the booking from either file.
 */
public final class PaymentFiles {
  private final PaymentFileStore store;
  private final OutgoingTransferStore transfers;
  private final ReceivingAccountStore accounts;
  private final SecretSeal seal;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  /** The stores of payment files. */
  public record OrderStores(
      PaymentFileStore orders, OutgoingTransferStore transfers, ReceivingAccountStore accounts) {}

  public PaymentFiles(
      OrderStores stores,
      SecretSeal seal,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock) {
    this.store = stores.orders();
    this.transfers = stores.transfers();
    this.accounts = stores.accounts();
    this.seal = seal;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Creates a file of the waiting transfers, the oldest first, up to {@link
   * PaymentFile#MAX_TRANSFERS}.
   *
   * @throws Refusal if nothing waits
   */
  public Result<PaymentFile> create(Realm realm, ReceivingAccountId account, Origin origin) {
    // The content of the file is encrypted, and a node that replays the response may be unable to
    // decrypt it.
    return once.<PaymentFile>findReplay(realm, origin)
        .orElseGet(() -> once.run(realm, origin, () -> create(realm, account)));
  }

  private Decision<PaymentFile> create(Realm realm, ReceivingAccountId id) {
    ReceivingAccount account = accounts.find(realm, id).orElseThrow(PaymentFiles::noAccount);
    List<OutgoingTransfer> waiting = transfers.listWaiting(realm, id, PaymentFile.MAX_TRANSFERS);
    if (waiting.isEmpty()) {
      throw nothingWaits();
    }
    var order =
        new PaymentFile(
            realm,
            new PaymentFileId(ids.next()),
            1,
            false,
            id,
            waiting.size(),
            waiting.stream().map(OutgoingTransfer::amount).reduce(Money::plus).orElseThrow(),
            waiting.size(),
            clock.instant());
    String file = new String(xml(order, account, waiting), StandardCharsets.UTF_8);
    String sealed = seal.seal(realm, order.id().uuid(), file);
    return Decision.untold(
        order.id().uuid(),
        order,
        List.of(PaymentFileStore.insert(order, sealed, waiting)),
        PaymentFileView::of);
  }

  private byte[] xml(PaymentFile order, ReceivingAccount account, List<OutgoingTransfer> ordered) {
    Instant now = order.created();
    return Pain001Writer.xml(
        new CreditTransferInitiation(
            order.messageId(),
            now,
            now.atOffset(ZoneOffset.UTC).toLocalDate(),
            new OrderParty(account.details().holder(), account.iban(), account.details().bic()),
            ordered.stream().map(this::line).toList()));
  }

  private OrderLine line(OutgoingTransfer transfer) {
    return new OrderLine(
        transfer.endToEndId(),
        transfer.amount(),
        new OrderParty(transfer.destination().holder(), iban(transfer), Optional.empty()),
        transfer.message());
  }

  private Iban iban(OutgoingTransfer transfer) {
    return new Iban(
        seal.open(transfer.realm(), transfer.id(), transfer.destination().sealedIban()));
  }

  public Optional<PaymentFile> find(Realm realm, PaymentFileId id) {
    return store.find(realm, id);
  }

  /** Returns a page, newest first. */
  public Page<PaymentFile> list(
      Realm realm, Optional<ReceivingAccountId> account, PageRequest page) {
    return store.list(realm, account, page);
  }

  /** Returns the transfers of a file, or those it had before it was rejected. */
  public List<OutgoingTransfer> listTransfers(PaymentFile order) {
    return transfers.listOf(order.realm(), order.id(), PaymentFile.MAX_TRANSFERS);
  }

  /** Returns the transfers that wait for the next file of an account, the oldest first. */
  public List<OutgoingTransfer> listWaiting(Realm realm, ReceivingAccountId account, int most) {
    return transfers.listWaiting(realm, account, most);
  }

  /** Returns the file with the bytes with which it was created. */
  public byte[] file(PaymentFile order) {
    return seal.open(order.realm(), order.id().uuid(), store.getFile(order))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the file to a caller with an API key; in live mode only if an owner allows that. */
  public byte[] fileByKey(PaymentFile order) {
    if (!accounts.find(order.realm(), order.account()).orElseThrow().givesDownloads()) {
      throw new Problem.Forbidden(
              ErrorCode.DASHBOARD_REQUIRED,
              "A live API key can't download payment files. Download the file in the dashboard, or ask an owner to allow downloads with an API key there.")
          .refusal();
    }
    return file(order);
  }

  /**
   * Records that the bank does not execute the file. Transfers that it has not booked wait for the
   * next file, with the same end-to-end ids.
   *
   * @throws Refusal if no transfer of it is open
   */
  public Result<PaymentFile> reject(Realm realm, PaymentFileId id, Origin origin) {
    return once.run(realm, origin, () -> reject(realm, id));
  }

  private Decision<PaymentFile> reject(Realm realm, PaymentFileId id) {
    PaymentFile order = store.find(realm, id).orElseThrow(id::notFound);
    if (order.status() != OrderStatus.OPEN) {
      throw new Problem.BadRequest(
              ErrorCode.PAYMENT_FILE_UNEXPECTED_STATE,
              "The payment file is %s. Only an open payment file can be rejected; nothing was changed."
                  .formatted(order.status().text()))
          .refusal();
    }
    PaymentFile after = order.asRejected();
    return Decision.untold(
        id.uuid(),
        after,
        List.of(PaymentFileStore.reject(order, clock.instant())),
        PaymentFileView::of);
  }

  private static Refusal nothingWaits() {
    return new Problem.BadRequest(
            ErrorCode.PAYMENT_FILE_EMPTY,
            "No refund or return of this receiving account is waiting for a payment file. No file was created.")
        .refusal();
  }

  private static Refusal noAccount() {
    return Problem.BadParameters.of(
            "receiving_account",
            ErrorCode.RESOURCE_MISSING,
            "receiving_account is the id of no receiving account of this account and mode. Check the id and the API key.")
        .refusal();
  }
}
