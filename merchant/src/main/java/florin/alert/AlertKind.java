package florin.alert;

import java.util.Locale;

/** A condition for which Florin raises an alert. */
public enum AlertKind {
  KEY_REFUSED(
      "The provider rejects the API key of %s",
      "All payments through this connector fail. Create a new key at the provider, save it in the connector, and check the connector."),
  CIRCUIT_OPEN(
      "The provider of %s isn't responding",
      "Florin sends it no new payments for a while, retries automatically, and finishes the operations in flight. Check the provider's status page."),
  WEBHOOKS_SILENT(
      "No webhook from the provider of %s for a day",
      "The provider received payments but has sent no webhook. Florin polls the provider, so results arrive later. In the provider's dashboard, check that a webhook endpoint has the webhook URL of the connector."),
  PAYMENT_OVERDUE(
      "The outcome of a payment of %s is unknown",
      "The provider hasn't confirmed an operation of this payment for an hour. Check it in the provider's dashboard. Florin keeps checking too, and charges nothing twice."),
  SETUP_OVERDUE(
      "The outcome of a setup of %s is unknown",
      "The provider hasn't confirmed a setup for an hour, and its customer can't be deleted until then. Check it in the provider's dashboard. Florin keeps checking too, and charges nothing."),
  REFUND_OVERDUE(
      "A refund of a payment of %s is pending for too long",
      "The refund has been pending for ten days. Check it in the provider's dashboard. Florin keeps checking too, and refunds nothing twice."),
  BANK_REFUND_OVERDUE(
      "A bank transfer refund of a payment of %s is pending for too long",
      "The refund has been pending for ten days. Check that your bank has its payment file, and that the bank's later statements were imported. If the refund is still missing, ask the bank. Florin sends no refund twice."),
  PAYMENT_DISPUTED(
      "A payer disputes a payment of %s",
      "The payer has asked their bank for the money back. Respond to the dispute in the provider's dashboard before its deadline."),
  DISPUTE_LOST(
      "You lost the dispute about a payment of %s",
      "The provider returned the disputed amount to the payer. The payment's page shows the amount. The captured and refunded amounts in Florin don't change."),
  DISPUTE_DUE_IN_7_DAYS(
      "7 days are left to respond to a dispute of %s",
      "Without a response by the deadline, you lose the dispute and its amount."),
  DISPUTE_DUE_IN_3_DAYS(
      "3 days are left to respond to a dispute of %s",
      "Without a response by the deadline, you lose the dispute and its amount."),
  DISPUTE_DUE_IN_1_DAY(
      "1 day is left to respond to a dispute of %s",
      "Without a response by the deadline, you lose the dispute and its amount."),
  DISPUTE_WON(
      "You won a dispute of %s",
      "The bank decided for you, and the disputed amount is yours. You don't need to do anything."),
  PROVIDER_DIFFERS(
      "A payment of %s differs at the provider",
      "The provider has moved a different amount than Florin recorded, and Florin can't record the difference. Compare the payment with the provider's dashboard."),
  ENDPOINT_FAILING(
      "We can't reach %s",
      "Florin couldn't deliver any event to this webhook endpoint for 30 minutes. Florin keeps retrying, and disables the endpoint after five days with at least 20 failures."),
  ENDPOINT_DISABLED(
      "We turned off deliveries to %s",
      "Florin stopped sending events to this webhook endpoint. Fix the endpoint, enable it on its page, and resend the missed events."),
  STATEMENT_MISSING(
      "A bank statement of %s is missing",
      "A statement has been missing for a day, so its payments stay open. Get the missing statement from the bank and import it. The alert then resolves automatically."),
  STATEMENT_REFUSED(
      "Bank statements of %s were rejected",
      "Florin couldn't import some files from this account's folder. They are in its subfolder “failed”, each beside a text file with the reason. Correct a file and move it back, and Florin tries again. If the subfolder is empty, remove unreadable files from the account's folder."),
  TRANSFER_DIFFERS(
      "Your bank booked a different amount than requested",
      "The bank booked a different amount for a transfer of a payment file, so the transfer stays open. Ask the bank, then record on the file's page what the payer received."),
  CARD_TESTING(
      "Possible card testing",
      "Far too many cards from browsers were declined, so Florin refuses some of them or asks browsers for a proof of work. Requests of your server go through. Check what is stopped. If those are honest payers, release the brake."),
  BACKUP_OVERDUE(
      "The last verified backup is too old",
      "The backup of the database is missing, or its restore verification has failed for two intervals. Find the reason in the service's log or with ./florin doctor."),
  CLOCK_OFF(
      "The clock of a node is off",
      "The clock of a Florin node differs from the database's clock, so that node rejects payments and does no background work. Other nodes take over, if there are any. Synchronize both machines with the same time servers. To find the node, check /readyz or run ./florin doctor.");

  private final String title;
  private final String words;

  /**
   * Creates a kind.
   *
   * @param title with a placeholder for the name of the subject, if it has one
   * @param words the explanation and the required action
   */
  AlertKind(String title, String words) {
    this.title = title;
    this.words = words;
  }

  /** Returns the name in SQL and metrics. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it only informs, so that operators are not alerted. */
  public boolean isGoodNews() {
    return this == DISPUTE_WON;
  }

  static AlertKind of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the condition in one sentence.
   *
   * @param subject the name of the affected object: an amount, an address, a connector's name
   */
  public String title(String subject) {
    return title.formatted(subject);
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
      case DISPUTE_DUE_IN_7_DAYS, DISPUTE_DUE_IN_3_DAYS, DISPUTE_DUE_IN_1_DAY, DISPUTE_WON ->
          "/disputes/" + subject;
      case SETUP_OVERDUE -> "/customers/" + subject;
      case ENDPOINT_FAILING, ENDPOINT_DISABLED -> "/webhooks/" + subject;
      case STATEMENT_MISSING, STATEMENT_REFUSED -> "/bank/statements";
      case TRANSFER_DIFFERS -> "/bank/payment-files/" + subject;
      case CARD_TESTING -> "/fraud";
      case BACKUP_OVERDUE, CLOCK_OFF -> "";
    };
  }

  /** Returns the explanation and the required action. */
  public String words() {
    return words;
  }

  /** Returns the label of the button that opens the page. */
  String action() {
    return switch (this) {
      case KEY_REFUSED, CIRCUIT_OPEN, WEBHOOKS_SILENT -> "Open connector";
      case PAYMENT_OVERDUE,
          REFUND_OVERDUE,
          BANK_REFUND_OVERDUE,
          PAYMENT_DISPUTED,
          DISPUTE_LOST,
          PROVIDER_DIFFERS ->
          "Open payment";
      case DISPUTE_DUE_IN_7_DAYS, DISPUTE_DUE_IN_3_DAYS, DISPUTE_DUE_IN_1_DAY, DISPUTE_WON ->
          "Open dispute";
      case SETUP_OVERDUE -> "Open customer";
      case ENDPOINT_FAILING, ENDPOINT_DISABLED -> "Open webhook endpoint";
      case STATEMENT_MISSING, STATEMENT_REFUSED -> "Open statements";
      case TRANSFER_DIFFERS -> "Open payment file";
      case CARD_TESTING -> "Open card testing";
      case BACKUP_OVERDUE, CLOCK_OFF -> "Open dashboard";
    };
  }
}
