package florin.bank.simulation;

import florin.bank.account.ReceivingAccount;
import florin.bank.imports.StatementImports.ImportResult;
import florin.bank.ordering.PaymentFiles;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.bank.outgoing.PaymentFile;
import florin.bank.outgoing.PaymentFile.OrderStatus;
import florin.bank.simulation.SimulatedStatement.ToldStatement;
import florin.core.ErrorCode;
import florin.core.Id.PaymentFileId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The execution of payment files by the simulated bank of test mode. */
public final class SimulatedOrders {
  private static final Set<TransferState> BEFORE_BOOKING = Set.of(TransferState.ORDERED);
  private static final Set<TransferState> BEFORE_RETURN =
      Set.of(TransferState.ORDERED, TransferState.BOOKED);

  private final SimulatedBank bank;
  private final PaymentFiles orders;

  public SimulatedOrders(SimulatedBank bank, PaymentFiles orders) {
    this.bank = bank;
    this.orders = orders;
  }

  /** The outcome of the transfers in a payment file. */
  public enum OrderKind {
    /** The bank books them. */
    EXECUTED,
    /** The bank books them, and the payers' banks return them. */
    RETURNED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The command to execute a payment file. */
  public record ExecuteOrder(PaymentFileId order, OrderKind kind) {}

  /**
   * Executes a file.
   *
   * @throws Refusal in live mode, and if there is nothing to execute
   */
  ImportResult carryOut(Realm realm, ExecuteOrder command) {
    SimulatedBank.requireTest(realm);
    PaymentFile order = orders.find(realm, command.order()).orElseThrow(SimulatedOrders::noOrder);
    Set<TransferState> takes =
        command.kind() == OrderKind.EXECUTED ? BEFORE_BOOKING : BEFORE_RETURN;
    List<OutgoingTransfer> open =
        orders.listTransfers(order).stream()
            .filter(transfer -> takes.contains(transfer.state()))
            .filter(transfer -> transfer.place().order().filter(order.id()::equals).isPresent())
            .toList();
    if (order.status() == OrderStatus.REJECTED || open.isEmpty()) {
      throw nothingLeft();
    }
    ReceivingAccount account = bank.account(realm, order.account());
    return bank.give(
        account, (name, opening, now) -> statement(account, open, command, name, opening, now));
  }

  private static String statement(
      ReceivingAccount account,
      List<OutgoingTransfer> open,
      ExecuteOrder command,
      String name,
      long opening,
      Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    var entries = new StringBuilder();
    long closing = opening;
    int number = 0;
    for (OutgoingTransfer transfer : open) {
      if (transfer.state() == TransferState.ORDERED) {
        entries.append(entry(transfer, name + "-" + ++number, false, day));
        closing -= transfer.amount().minor();
      }
      if (command.kind() == OrderKind.RETURNED) {
        entries.append(entry(transfer, name + "-" + ++number, true, day));
        closing += transfer.amount().minor();
      }
    }
    return SimulatedStatement.camt053(
        new ToldStatement(name, account.iban(), account.currency(), opening, closing),
        entries.toString(),
        now);
  }

  private static String entry(
      OutgoingTransfer transfer, String bankReference, boolean isReturn, LocalDate day) {
    String money =
        SimulatedStatement.amount(transfer.amount().minor(), transfer.amount().currency());
    return """
    <Ntry>%1$s<CdtDbtInd>%2$s</CdtDbtInd><RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>%3$s</Dt></BookgDt><ValDt><Dt>%3$s</Dt></ValDt><AcctSvcrRef>%4$s</AcctSvcrRef>
      <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>%5$s</SubFmlyCd></Fmly></Domn></BkTxCd>
      <NtryDtls><TxDtls><Refs><EndToEndId>%6$s</EndToEndId></Refs>%1$s<CdtDbtInd>%2$s</CdtDbtInd>%7$s</TxDtls></NtryDtls></Ntry>
    """
        .formatted(
            money,
            isReturn ? "CRDT" : "DBIT",
            day,
            bankReference,
            isReturn ? "RRTN" : "ESCT",
            transfer.endToEndId(),
            isReturn ? "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" : "");
  }

  private static Refusal noOrder() {
    return Problem.BadParameters.of(
            "payment_file",
            ErrorCode.RESOURCE_MISSING,
            "payment_file names a payment file that does not exist. Is the id complete, and the key of the same account and mode?")
        .refusal();
  }

  private static Refusal nothingLeft() {
    return Problem.BadParameters.of(
            "payment_file",
            ErrorCode.PAYMENT_FILE_UNEXPECTED_STATE,
            "payment_file must have a transfer that the bank can still book, or send back.")
        .refusal();
  }
}
