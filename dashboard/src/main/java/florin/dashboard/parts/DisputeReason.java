package florin.dashboard.parts;

import java.util.List;
import java.util.Map;

/**
 * The reason of a dispute in plain words.
 *
 * @param meaning what the cardholder says, in one sentence
 * @param wins the evidence that wins such disputes, the strongest first
 */
public record DisputeReason(String words, String meaning, List<String> wins) {
  private static final DisputeReason FRAUD =
      new DisputeReason(
          "Fraud",
          "The cardholder says that they didn't make or allow this payment.",
          List.of(
              "A 3-D Secure result. After it, the card's bank usually bears the loss.",
              "Two earlier payments with this card without a dispute, with the same address, account or device.",
              "Proof that the cardholder received or used the order."));

  private static final DisputeReason NOT_RECEIVED =
      new DisputeReason(
          "Not received",
          "The cardholder says that the order didn't arrive.",
          List.of(
              "The carrier, the tracking number and the proof of delivery to the cardholder's address.",
              "For digital goods, the time and address of each download or sign-in.",
              "Messages in which the cardholder confirms that the order arrived."));

  private static final DisputeReason OTHER =
      new DisputeReason(
          "Other",
          "The bank gave no reason that fits another group.",
          List.of(
              "The receipt and the description of the order.",
              "Your messages with the cardholder.",
              "Your terms, and proof that the cardholder accepted them."));

  /** The reasons by Stripe's names, which the simulator has too. */
  private static final Map<String, DisputeReason> ALL =
      Map.ofEntries(
          Map.entry("fraudulent", FRAUD),
          Map.entry("product_not_received", NOT_RECEIVED),
          Map.entry("general", OTHER),
          Map.entry(
              "unrecognized",
              new DisputeReason(
                  "Not recognized",
                  "The cardholder doesn't recognize the payment on the statement.",
                  List.of(
                      "The receipt, with your name as the statement shows it.",
                      "Proof that the cardholder received or used the order.",
                      "Earlier payments with this card without a dispute."))),
          Map.entry(
              "product_unacceptable",
              new DisputeReason(
                  "Not as described",
                  "The cardholder says that the goods or services are faulty or different from your description.",
                  List.of(
                      "Your description of the order, as the cardholder saw it before paying.",
                      "Messages that show how you tried to solve the problem.",
                      "Your refund policy, and proof that the cardholder accepted it."))),
          Map.entry(
              "credit_not_processed",
              new DisputeReason(
                  "Refund not received",
                  "The cardholder says that you owe them a refund.",
                  List.of(
                      "The refund, if you sent it.",
                      "Your refund policy, and proof that the cardholder accepted it.",
                      "The reason why this order has no refund."))),
          Map.entry(
              "duplicate",
              new DisputeReason(
                  "Charged twice",
                  "The cardholder says that they paid the same order twice.",
                  List.of(
                      "The receipts of both payments, which show two orders.",
                      "The refund, if you sent one of the payments back.",
                      "Proof of delivery of both orders."))),
          Map.entry(
              "subscription_canceled",
              new DisputeReason(
                  "Subscription canceled",
                  "The cardholder says that you charged them after they had canceled.",
                  List.of(
                      "Proof that the subscription was active on the day of the payment.",
                      "Your cancellation policy, and proof that the cardholder accepted it.",
                      "Proof that the cardholder used the service after the payment."))),
          Map.entry(
              "debit_not_authorized",
              new DisputeReason(
                  "Debit not authorized",
                  "The account holder says that they didn't allow this debit.",
                  List.of(
                      "The mandate, with the time and address of the consent.",
                      "Messages in which the account holder agrees to the debit."))),
          Map.entry(
              "insufficient_funds",
              new DisputeReason(
                  "Not enough money",
                  "The balance of the payer's account was lower than the debit.",
                  List.of("This can't be contested. Ask the payer for another payment."))));

  public DisputeReason {
    wins = List.copyOf(wins);
  }

  /** Returns the reason with a provider's name. */
  public static DisputeReason of(String reason) {
    DisputeReason known = ALL.get(reason);
    return known != null
        ? known
        : new DisputeReason(
            reason.isEmpty() ? OTHER.words : CodeText.of(reason), OTHER.meaning, OTHER.wins);
  }
}
