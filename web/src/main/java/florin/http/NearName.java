package florin.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The known parameter that the sender of an unknown one probably meant. */
final class NearName {
  /** The most letters that are inserted, omitted or replaced. */
  static final int MAX_DISTANCE = 2;

  /** The longest name that is compared, because a comparison costs the product of the lengths. */
  static final int MAX_LENGTH = 40;

  /** Names of other payment APIs. */
  private static final Map<String, String> SYNONYMS =
      Map.ofEntries(
          Map.entry("cvv", "cvc"),
          Map.entry("security_code", "cvc"),
          Map.entry("expiry_month", "exp_month"),
          Map.entry("expiry_year", "exp_year"),
          Map.entry("card_number", "number"),
          Map.entry("zip", "postal_code"),
          Map.entry("zip_code", "postal_code"),
          Map.entry("customer_id", "customer"),
          Map.entry("payment_id", "payment"),
          Map.entry("payment_intent", "payment"),
          Map.entry("payment_method_types", "methods"),
          Map.entry("redirect_url", "return_url"),
          Map.entry("callback_url", "return_url"),
          Map.entry("email", "receipt_email"),
          Map.entry("after", "starting_after"),
          Map.entry("before", "ending_before"),
          Map.entry("page_size", "limit"),
          Map.entry("per_page", "limit"),
          Map.entry("items", "line_items"),
          Map.entry("events", "enabled_events"));

  private NearName() {}

  /** Returns the nearest known name; empty if none is near, or several are equally near. */
  static Optional<String> find(String name, List<String> known) {
    Optional<String> synonym = Optional.ofNullable(SYNONYMS.get(name)).filter(known::contains);
    if (synonym.isPresent() || name.length() > MAX_LENGTH) {
      return synonym;
    }
    int nearest = Math.min(MAX_DISTANCE, (name.length() - 1) / 2) + 1;
    Optional<String> found = Optional.empty();
    for (String candidate : known) {
      int distance = candidate.length() > MAX_LENGTH ? nearest + 1 : distance(name, candidate);
      if (distance < nearest) {
        nearest = distance;
        found = Optional.of(candidate);
      } else if (distance == nearest) {
        found = Optional.empty();
      }
    }
    return found;
  }

  /** Returns the Levenshtein distance. */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    for (int j = 0; j < before.length; j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] now = new int[before.length];
      now[0] = i;
      for (int j = 1; j < now.length; j++) {
        int exchanged = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(exchanged, Math.min(before[j], now[j - 1]) + 1);
      }
      before = now;
    }
    return before[other.length()];
  }
}
