package florin.instrument;

import florin.connector.Credential;
import florin.connector.PayerAction;
import florin.connector.PayerAction.BankInstructions;
import florin.core.CardCode;
import florin.core.Currency;
import florin.core.Money;
import florin.core.Pan;
import florin.http.JsonFields;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Money that the payer has a bank send to the merchant's account.
 *
 * @param instructions where to, and what the payer names in the transfer; empty until it is asked
 *     for
 * @param received what has come of it so far; empty for nothing
 * @param payer from whose account it came, once it has; the account's number is a secret, kept
 *     elsewhere
 */
public record BankTransfer(
    Optional<BankInstructions> instructions, Optional<Money> received, Optional<Debtor> payer)
    implements Instrument {
  /** One that nothing is known of yet. */
  public static final BankTransfer NEW =
      new BankTransfer(Optional.empty(), Optional.empty(), Optional.empty());

  /**
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

  /** The payer was told where to send it. */
  @Override
  public Instrument asked(PayerAction action) {
    return action instanceof BankInstructions told
        ? new BankTransfer(Optional.of(told), received, payer)
        : this;
  }

  /**
   * The same, after some of it has come, or was taken back.
   *
   * @param total of all that has come, at most what was asked for
   * @param from empty where the bank does not say; then it stays as it was
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
