package florin.instrument;

import florin.connector.Credential;
import florin.connector.PayerAction;
import florin.connector.PayerAction.BankInstructions;
import florin.core.CardCode;
import florin.core.Currency;
import florin.core.Money;
import florin.core.Pan;
import florin.http.JsonFields;
import florin.instrument.Instrument.InstrumentView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A bank transfer by the payer to the merchant's account.
 *
 * @param instructions the account, and the reference that the payer gives in the transfer; empty
 *     until it is requested
 * @param received the amount that has arrived so far; empty for nothing
 * @param payer the holder of the account that sent it, once it has arrived; the account's number is
 *     secret and stored elsewhere
 */
public record BankTransfer(
    Optional<BankInstructions> instructions, Optional<Money> received, Optional<Debtor> payer)
    implements Instrument {
  /** A bank transfer of which nothing is known yet. */
  public static final BankTransfer NEW =
      new BankTransfer(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The holder of the account that sent the money.
   *
   * @param last4 of the account's IBAN (ISO 13616)
   */
  public record Debtor(String holder, String last4) {}

  static BankTransfer of(JsonFields details) {
    return new BankTransfer(
        details.findText("reference").map(reference -> readInstructions(reference, details)),
        details
            .findText("currency")
            .map(code -> new Money(details.number("received"), Currency.get(code))),
        details.findText("holder").map(holder -> new Debtor(holder, details.text("iban_last4"))));
  }

  private static BankInstructions readInstructions(String reference, JsonFields details) {
    return new BankInstructions(
        reference,
        details.text("payee_iban"),
        details.findText("payee_bic"),
        details.text("payee"),
        Instant.parse(details.text("expires_at")));
  }

  @Override
  public void store(JsonFields.Writer details) {
    details
        .put("reference", instructions.map(BankInstructions::reference))
        .put("payee_iban", instructions.map(BankInstructions::iban))
        .put("payee_bic", instructions.flatMap(BankInstructions::bic))
        .put("payee", instructions.map(BankInstructions::holder))
        .put("expires_at", instructions.map(told -> told.expires().toString()))
        .put("currency", received.map(money -> money.currency().code()))
        .put("holder", payer.map(Debtor::holder))
        .put("iban_last4", payer.map(Debtor::last4));
    received.ifPresent(money -> details.put("received", money.minor()));
  }

  @Override
  public Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code) {
    return Optional.of(new Credential.Transfer());
  }

  @Override
  public Type type() {
    return Type.BANK_TRANSFER;
  }

  @Override
  public String label() {
    return payer.map(from -> "Bank transfer •••• " + from.last4()).orElse("Bank transfer");
  }

  @Override
  public Map<String, String> lines() {
    var lines = new TreeMap<String, String>();
    lines.put("Paid with", label());
    instructions.ifPresent(told -> lines.put("Reference", told.reference()));
    return lines;
  }

  @Override
  public Optional<InstrumentView> view() {
    return Optional.of(new BankTransferView(BankTransferView.TransferFields.of(this)));
  }

  /** Returns the transfer with the instructions that the payer received. */
  @Override
  public Instrument asked(PayerAction action) {
    return action instanceof BankInstructions told
        ? new BankTransfer(Optional.of(told), received, payer)
        : this;
  }

  /**
   * Returns the transfer after a part of it has arrived, or was taken back.
   *
   * @param total the total that has arrived, at most the requested amount
   * @param from empty if the bank does not report it; the payer then stays as it was
   */
  public BankTransfer received(Money total, Optional<Debtor> from) {
    return new BankTransfer(
        instructions,
        Optional.of(total).filter(money -> !money.isZero()),
        from.isPresent() ? from : payer);
  }

  @Override
  public boolean mayChange() {
    return true;
  }
}
