package florin.bank.ordering;

import florin.bank.Iban;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.order.CreditTransferInitiation;
import florin.bank.order.OrderLine;
import florin.bank.order.OrderParty;
import florin.bank.order.Pain001Writer;
import florin.bank.ordering.PaymentFile.OrderStatus;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.core.ErrorCode;
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
import florin.idempotency.Once;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.vault.SecretSeal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Payment files: what waits for one is put into it by one commit, which names and seals the file
 * before anybody has it. So each transfer is in one file, and a file is the same bytes whenever it
 * is given out. Only a person takes a transfer out of a file again, by declaring that the bank has
 * rejected it; it keeps its end-to-end id, so that the bank's booking of either is known.
 */
public final class PaymentFiles {
  private final PaymentFileStore store;
  private final OutgoingTransferStore transfers;
  private final ReceivingAccountStore accounts;
  private final SecretSeal seal;
  private final Once once;
  private final IdSource ids;
  private final InstantSource clock;

  /** What is read and written of orders. */
  public record OrderStores(
      PaymentFileStore orders, OutgoingTransferStore transfers, ReceivingAccountStore accounts) {}

  public PaymentFiles(
      OrderStores stores, SecretSeal seal, Once once, IdSource ids, InstantSource clock) {
    this.store = stores.orders();
    this.transfers = stores.transfers();
    this.accounts = stores.accounts();
    this.seal = seal;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Makes a file of what waits for one, the oldest first, up to {@link PaymentFile#MAX_TRANSFERS}.
   *
   * @throws Refusal where nothing waits
   */
  public Result<PaymentFile> create(Realm realm, ReceivingAccountId account, Origin origin) {
    // What the file is made of is sealed, and who asks again need not be able to open it.
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

  /** A page of them, the newest first. */
  public Page<PaymentFile> list(
      Realm realm, Optional<ReceivingAccountId> account, PageRequest page) {
    return store.list(realm, account, page);
  }

  /** What a file has, or had before it was rejected. */
  public List<OutgoingTransfer> listTransfers(PaymentFile order) {
    return transfers.listOf(order.realm(), order.id(), PaymentFile.MAX_TRANSFERS);
  }

  /** How many transfers wait for the next file of an account; of very many, one file's. */
  public int countWaiting(Realm realm, ReceivingAccountId account) {
    return transfers.listWaiting(realm, account, PaymentFile.MAX_TRANSFERS).size();
  }

  /** The file, byte for byte as it was made. */
  public byte[] file(PaymentFile order) {
    return seal.open(order.realm(), order.id().uuid(), store.getFile(order))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The same, for who has a key: in live mode where an owner allows that. */
  public byte[] fileByKey(PaymentFile order) {
    if (order.realm().isLive() && !store.isByKey(order.realm(), order.account())) {
      throw new Problem.Forbidden(
              ErrorCode.DASHBOARD_REQUIRED,
              "In live mode payment files are downloaded in the dashboard, with the password. An owner can let keys have those of a bank account there.")
          .refusal();
    }
    return file(order);
  }

  /** Whether files of a live account may be had by key. */
  public boolean isByKey(Realm realm, ReceivingAccountId account) {
    return !realm.isLive() || store.isByKey(realm, account);
  }

  /** Lets API keys download live files of an account, or stops that. */
  public void allowByKey(Realm realm, ReceivingAccountId account, boolean allowed, Origin origin) {
    once.run(
        realm,
        origin,
        () ->
            Decision.untold(
                account.uuid(),
                allowed,
                List.of(PaymentFileStore.allowByKey(realm, account, allowed)),
                _ -> Map.of()));
  }

  /**
   * The bank does not carry it out: what it has not booked waits for the next file, under the same
   * end-to-end ids.
   *
   * @throws Refusal when nothing of it is open
   */
  public Result<PaymentFile> reject(Realm realm, PaymentFileId id, Origin origin) {
    return once.run(realm, origin, () -> reject(realm, id));
  }

  private Decision<PaymentFile> reject(Realm realm, PaymentFileId id) {
    PaymentFile order = store.find(realm, id).orElseThrow(id::notFound);
    if (order.status() != OrderStatus.OPEN) {
      throw new Problem.BadRequest(
              ErrorCode.PAYMENT_FILE_UNEXPECTED_STATE,
              "The payment file is %s. Only one that is open can be declared rejected."
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
            "No refund of this account waits for a payment file. Refund a payment by bank transfer first.")
        .refusal();
  }

  private static Refusal noAccount() {
    return Problem.BadParameters.of(
            "receiving_account",
            ErrorCode.RESOURCE_MISSING,
            "receiving_account names an account that does not exist. Is the id complete, and the key of the same account and mode?")
        .refusal();
  }
}
