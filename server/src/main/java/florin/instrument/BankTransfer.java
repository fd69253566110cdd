package florin.instrument;

import florin.connector.Credential;
import florin.core.CardCode;
import florin.core.Pan;
import florin.http.JsonFields;
import java.util.Optional;

/**
 * Money that the payer has a bank send to the merchant's account. No request can ask for it yet.
 *
 * @param reference what the payer names in the transfer: a creditor reference (ISO 11649, `RF…`)
 * @param payer from whose account it came, once it has; the account's number is a secret, kept
 *     sealed
 */
public record BankTransfer(String reference, Optional<Debtor> payer) implements Instrument {
  /**
   * @param last4 of the account's IBAN (ISO 13616)
   */
  public record Debtor(String holder, String last4) {}

  static BankTransfer of(JsonFields details) {
    return new BankTransfer(
        details.text("reference"),
        details.findText("holder").map(holder -> new Debtor(holder, details.text("iban_last4"))));
  }

  @Override
  public void store(JsonFields.Writer details) {
    details
        .put("reference", reference)
        .put("holder", payer.map(Debtor::holder))
        .put("iban_last4", payer.map(Debtor::last4));
  }

  @Override
  public Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code) {
    return Optional.of(new Credential.Transfer(reference));
  }

  @Override
  public Type type() {
    return Type.BANK_TRANSFER;
  }

  @Override
  public String label() {
    return payer.map(from -> "Bank transfer •••• " + from.last4()).orElse("Bank transfer");
  }
}
