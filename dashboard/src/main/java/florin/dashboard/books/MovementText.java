package florin.dashboard.books;

import florin.books.MovementType;
import florin.dashboard.parts.CodeText;
import java.util.EnumSet;
import java.util.List;

/** The types of movements in words. */
final class MovementText {
  /** The types that a list has: settlements and fees of a payment are shown with the payment. */
  static final List<MovementType> LISTED =
      List.copyOf(
          EnumSet.complementOf(
              EnumSet.of(
                  MovementType.SETTLEMENT, MovementType.PROCESSING_FEE, MovementType.CONVERSION)));

  private MovementText() {}

  /** Returns the words for a type, which is a code. */
  static String of(String type) {
    return switch (type) {
      case "refund_failure" -> "Failed refund";
      case "dispute_loss" -> "Lost dispute";
      case "payout_failure" -> "Failed payout";
      case "payout_arrival" -> "Payout at your bank";
      default -> CodeText.of(type);
    };
  }
}
