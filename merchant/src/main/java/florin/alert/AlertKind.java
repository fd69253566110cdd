package florin.alert;

import java.util.Locale;

/** A condition for which Florin raises an alert. */
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
      "The outcome of an operation on payment %s has been unknown for an hour. Check it in the provider's dashboard. Florin keeps checking too, and charges nothing twice."),
  REFUND_OVERDUE(
      "A refund is pending for too long",
      "A refund of payment %s has been pending for ten days. Check it in the provider's dashboard. Florin keeps checking too, and refunds nothing twice."),
  BANK_REFUND_OVERDUE(
      "A refund by bank transfer is pending for too long",
      "A refund of payment %s by bank transfer has been pending for ten days. Check that your bank has its payment file, and that the bank's later statements were imported. If the refund is still missing, ask the bank. Florin sends no refund twice."),
  PAYMENT_DISPUTED(
      "A payer disputes a payment",
      "The payer of payment %s has asked their bank for the money back. Respond to the dispute in the provider's dashboard before its deadline."),
  DISPUTE_LOST(
      "You lost a dispute",
      "You lost the dispute of payment %s, and the provider returned the disputed amount to the payer. The payment's page shows the amount. The captured and refunded amounts in Florin don't change."),
  PROVIDER_DIFFERS(
      "A payment differs at the provider",
      "The provider has moved a different amount for payment %s than Florin recorded, and Florin can't record the difference. Compare the payment with the provider's dashboard."),
  ENDPOINT_FAILING(
      "A webhook endpoint is failing",
      "Florin couldn't deliver any event to webhook endpoint %s for 30 minutes. Florin keeps retrying, and disables the endpoint after five days with at least 20 failures. The endpoint's page shows its responses."),
  ENDPOINT_DISABLED(
      "A webhook endpoint was disabled",
      "Florin disabled webhook endpoint %s, because every delivery failed for five days or the endpoint returned 410 Gone. Fix the endpoint, enable it on its page, and resend the missed events."),
  STATEMENT_MISSING(
      "A bank statement is missing",
      "A statement before bank statement %s has been missing for a day, so its payments stay open. Get the missing statement from the bank and import it. The alert then resolves automatically."),
  STATEMENT_REFUSED(
      "Bank statements in the folder were rejected",
      "Florin couldn't import files from the folder of bank account %s. A text file beside each file in the subfolder failed has the reason. Correct the file, move it back to the account's folder, and Florin tries again. If failed is empty, remove unreadable files from the account's folder. Florin imports other files as usual."),
  TRANSFER_DIFFERS(
      "Your bank booked a different amount than requested",
      "The bank booked a different amount for a transfer of payment file %s, so the transfer stays open. Ask the bank, then record on the file's page what the payer received."),
  BACKUP_OVERDUE(
      "The last verified backup is too old",
      "The %s of the database is missing, or its restore verification has failed for two intervals. Find the reason in the service's log or with ./florin doctor."),
  CLOCK_OFF(
      "The clock of a node is off",
      "The %s of a Florin node differs from the database's clock, so that node rejects payments and does no background work. Other nodes take over, if there are any. Synchronize both machines with the same time servers. To find the node, check /readyz or run ./florin doctor.");

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
