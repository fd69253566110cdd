package florin.alert;

import java.util.Locale;

/** The kinds of alerts. */
public enum AlertKind {
  KEY_REFUSED(
      "Your payment provider does not take the key any more",
      "The provider of connector %s refuses the key that Florin has for it, so no payment goes through. Make a new key there, put it into the connector, and check it."),
  CIRCUIT_OPEN(
      "Your payment provider does not answer",
      "The provider of connector %s has failed again and again. Florin asks it for nothing new for a while, tries again by itself, and goes on looking after what is under way."),
  WEBHOOKS_SILENT(
      "Your payment provider has told nothing for a day",
      "Payments went to the provider of connector %s, and no webhook has come from it for a day. Payments are found by asking all the same, only later. Look at the webhook endpoints in the provider's dashboard: one must lead to the address that stands at the connector."),
  PAYMENT_OVERDUE(
      "The outcome of a payment is unknown",
      "The outcome of an operation on payment %s has been unknown for an hour. Check it in the provider's dashboard. Florin keeps asking the provider, and charges nothing twice."),
  REFUND_OVERDUE(
      "A refund is pending for too long",
      "A refund of payment %s has been pending for ten days. Check it in the provider's dashboard. Florin keeps asking the provider, and refunds nothing twice."),
  BANK_REFUND_OVERDUE(
      "A refund by bank transfer is pending for too long",
      "A refund of payment %s by bank transfer has been pending for ten days. Check that your bank has its payment file, and that the bank's later statements were imported. Then ask the bank. Florin orders no refund twice."),
  PAYMENT_DISPUTED(
      "A payer disputes a payment",
      "The payer of %s has asked their bank for the money back. Respond to the dispute in the provider's dashboard before its deadline."),
  DISPUTE_LOST(
      "A dispute was lost",
      "The dispute of payment %s was lost: the provider has given the disputed amount back to the payer. The payment's page shows how much. Florin's amounts of the payment stay as they were."),
  PROVIDER_DIFFERS(
      "A payment differs at the provider",
      "The provider has moved another amount for payment %s than Florin's payment says, and Florin cannot book the difference. Compare the payment with the provider's dashboard."),
  ENDPOINT_FAILING(
      "A webhook endpoint fails",
      "Nothing was delivered to webhook endpoint %s for half an hour, though it was tried. Florin goes on trying each delivery, at longer and longer pauses, and after five days with at least 20 failures it disables the endpoint. Its page shows what it answers; what it has missed can be sent again from there."),
  ENDPOINT_DISABLED(
      "A webhook endpoint was disabled",
      "Florin sends nothing more to webhook endpoint %s: every delivery failed for five days, at least 20 in all, or the endpoint returned 410 Gone. Fix it, enable it on its page, and resend the missed events."),
  STATEMENT_MISSING(
      "A bank statement is missing",
      "Bank statement %s begins with another balance than the one before it ends with, for a day now: one between them is missing, and payments that it tells of wait on. Ask the bank for it, and send it or put it into the folder; the gap closes by itself."),
  STATEMENT_REFUSED(
      "Bank statements in the folder were rejected",
      "Florin could not import files from the folder of bank account %s, and nothing of them was taken. For each file in the subfolder failed, the file beside it has the reason: correct it, put the file into the account's folder again, and remove it from failed. If there is no file in failed, remove from the account's folder what is no readable file. Other files are imported as usual."),
  TRANSFER_DIFFERS(
      "Your bank has booked another amount than it was asked for",
      "The bank has booked another amount for a transfer of payment file %s. Nothing is taken for the whole: ask the bank, and say on the file's page what the payer has got."),
  BACKUP_OVERDUE(
      "The last good backup is too old",
      "The %s of the database was not made, or was not good, for twice as long as between two of them. Whoever runs Florin finds the reason in its log, and by ./florin doctor."),
  CLOCK_OFF(
      "The clock of a node is off",
      "The %s of a node of Florin shows another time than the database's, so that node takes no work and refuses payments. Other nodes do its work; where there is none, nothing is done. Whoever runs Florin has both machines set by the same time servers; /readyz and ./florin doctor say which node it is.");

  private final String title;
  private final String words;

  /**
   * Creates a kind.
   *
   * @param words with one placeholder for the id of the subject
   */
  AlertKind(String title, String words) {
    this.title = title;
    this.words = words;
  }

  /** Returns the name in SQL and metrics. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static AlertKind of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  public String title() {
    return title;
  }

  /** Returns the dashboard page that shows it, relative to the dashboard's address. */
  public String path(String subject) {
    return switch (this) {
      case KEY_REFUSED, CIRCUIT_OPEN, WEBHOOKS_SILENT -> "/connectors/" + subject;
      case PAYMENT_OVERDUE,
          REFUND_OVERDUE,
          BANK_REFUND_OVERDUE,
          PAYMENT_DISPUTED,
          DISPUTE_LOST,
          PROVIDER_DIFFERS ->
          "/payments/" + subject;
      case ENDPOINT_FAILING, ENDPOINT_DISABLED -> "/webhooks/" + subject;
      case STATEMENT_MISSING, STATEMENT_REFUSED -> "/bank/statements";
      case TRANSFER_DIFFERS -> "/bank/payment-files/" + subject;
      case BACKUP_OVERDUE, CLOCK_OFF -> "";
    };
  }

  /** Returns the explanation and the required action. */
  public String words(String subject) {
    return words.formatted(subject);
  }
}
