package florin.core;

/** The order of a list by amount, in the smallest unit of each currency. */
public enum AmountOrder {
  LARGEST_FIRST,
  SMALLEST_FIRST
}
