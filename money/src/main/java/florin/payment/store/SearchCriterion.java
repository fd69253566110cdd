package florin.payment.store;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import java.util.List;
import java.util.Set;

/** A search for payments besides a filter. A payment must match both. */
public sealed interface SearchCriterion {
  record Anything() implements SearchCriterion {}

  record OfCustomer(CustomerId customer) implements SearchCriterion {}

  /** A search by the last digits of the card's number. */
  record Last4(String digits) implements SearchCriterion {}

  /**
   * A search by an exact amount.
   *
   * @param minor in the smallest unit of any of the currencies
   */
  record Amount(long minor, Set<Currency> currencies) implements SearchCriterion {
    public Amount {
      currencies = Set.copyOf(currencies);
    }
  }

  /**
   * A search by the receipt's email address. A payment is found by it about a second after its
   * commit.
   *
   * @param email in lower case
   */
  record ReceiptEmail(String email) implements SearchCriterion {}

  /** A search by a provider's identifier of the payment or of a part of it. */
  record ProviderId(String id) implements SearchCriterion {}

  /**
   * A search by the reference that a payer was told for a bank transfer, without spaces and in
   * capitals.
   */
  record TransferReference(String reference) implements SearchCriterion {}

  /** A search by a bank's reference of an entry whose money the payment has or had. */
  record BankReference(String reference) implements SearchCriterion {}

  record Metadata(String key, String value) implements SearchCriterion {}

  /**
   * A search by several criteria.
   *
   * @param leading has an index that leads to the payments
   * @param further sets of alternatives; a payment must meet one of each
   */
  record Combined(SearchCriterion leading, List<List<SearchCriterion>> further)
      implements SearchCriterion {
    public Combined {
      further = further.stream().map(List::copyOf).toList();
    }
  }
}
