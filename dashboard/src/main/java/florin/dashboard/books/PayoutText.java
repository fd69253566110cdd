package florin.dashboard.books;

import florin.books.Payout;
import florin.books.Payout.Status;
import florin.dashboard.parts.Pill;

/** The states of payouts in words. */
final class PayoutText {
  private PayoutText() {}

  static Pill pill(Payout payout) {
    return pill(payout.status());
  }

  private static Pill pill(Status status) {
    return switch (status) {
      case EXPECTED -> new Pill("calm", "Expected");
      case IN_TRANSIT -> new Pill("note", "On its way");
      case ARRIVED -> new Pill("good", "Arrived");
      case CLOSED -> new Pill("good", "Matched");
      case DIFFERS -> new Pill("bad", "Differs");
      case FAILED -> new Pill("bad", "Failed");
    };
  }

  /** Returns the words for a status, which is a code. */
  static String words(String status) {
    return pill(Status.of(status)).words();
  }
}
