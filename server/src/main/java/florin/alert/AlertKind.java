package florin.alert;

import java.util.Locale;

/** The kinds of alerts. */
public enum AlertKind {
  KEY_REFUSED(
      "Your payment provider rejects the API key",
      "The provider of connector %s rejects the key, so all payments fail. Create a new key at the provider, save it in the connector, and check the connector."),
  CIRCUIT_OPEN(
      "Your payment provider is not responding",
      "The provider of connector %s fails repeatedly. Florin sends no new payments to it for a while, retries automatically, and finishes the operations in flight."),
  WEBHOOKS_SILENT(
      "No webhook from your payment provider for a day",
      "The provider of connector %s received payments but has sent no webhook for a day. Florin polls the provider, so results arrive later. In the provider's dashboard, check that a webhook endpoint has the webhook URL of the connector."),
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
      "The payer of payment %s has asked their bank for the money back. Respond to the dispute in the provider's dashboard before its deadline."),
  DISPUTE_LOST(
      "You lost a dispute",
      "The dispute of payment %s was lost: the provider has given the disputed amount back to the payer. The payment's page shows how much. Florin's amounts of the payment stay as they were."),
  PROVIDER_DIFFERS(
      "A payment differs at the provider",
      "The provider has moved a different amount for payment %s than Florin recorded, and Florin can't record the difference. Compare the payment with the provider's dashboard."),
  ENDPOINT_FAILING(
      "A webhook endpoint is failing",
      "Every delivery to webhook endpoint %s has failed for 30 minutes. Florin retries each delivery at growing intervals, and disables the endpoint after five days with at least 20 failures. The endpoint's page shows its responses; resend the missed events there."),
  ENDPOINT_DISABLED(
      "A webhook endpoint was disabled",
      "Florin sends nothing more to webhook endpoint %s: every delivery failed for five days, at least 20 in all, or the endpoint returned 410 Gone. Fix it, enable it on its page, and resend the missed events."),
  STATEMENT_MISSING(
      "A bank statement is missing",
      "For a day, bank statement %s has not started with the closing balance of the previous one: a statement between them is missing, and its payments stay open. Get the statement from the bank and import it; the alert then resolves automatically."),
  STATEMENT_REFUSED(
      "Bank statements in the folder were rejected",
      "Florin could not import files from the folder of bank account %s, and nothing of them was taken. For each file in the subfolder failed, the file beside it has the reason: correct it, put the file into the account's folder again, and remove it from failed. If there is no file in failed, remove from the account's folder what is no readable file. Other files are imported as usual."),
  TRANSFER_DIFFERS(
      "Your bank booked a different amount than requested",
      "The bank booked a different amount for a transfer of payment file %s, so the transfer stays open. Ask the bank, then record on the file's page what the payer received."),
  BACKUP_OVERDUE(
      "The last verified backup is too old",
      "The %s of the database is missing or failed its restore verification for two intervals. The operator finds the reason in the service's log and with ./florin doctor."),
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
