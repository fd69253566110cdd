package florin.bench.fuzz;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** A reader of untrusted input, with the invariants that must hold for any input. */
@SuppressWarnings("ImmutableEnumChecker") // its suppliers are stateless
public enum FuzzTarget {
  JSON(
      "bodies: an accepted body is one object that other JSON readers read identically",
      8_192,
      new Allocation(2_000_000, 3_000),
      JsonInput::new),
  REQUESTS(
      "a request to any route: a value whose texts can be stored and contain no card number, or an error that quotes none",
      4_096,
      new Allocation(2_400_000, 8_000),
      RequestInput::new),
  QUERIES(
      "query strings of any route: each parameter is decoded correctly, or the query is rejected",
      2_048,
      new Allocation(2_400_000, 8_000),
      QueryInput::new),
  /** Compares up to a hundred names with one another; Jazzer copies each compared text. */
  FORMS(
      "forms: parsed identically in memory and in a file",
      8_192,
      new Allocation(24_000_000, 4_000),
      FormInput::new),
  HEADERS(
      "headers: keys, cookies, languages, and client addresses that a prepended address doesn't change",
      1_024,
      new Allocation(2_400_000, 12_000),
      HeaderInput::new),
  IDS(
      "ids of all kinds: each has one spelling, of its own kind",
      128,
      new Allocation(2_000_000, 4_000),
      IdInput::new),
  CARDS(
      "card data: the check digit, the brand, the month; masks show at most four digits",
      128,
      new Allocation(2_000_000, 8_000),
      CardInput::new),
  /** Reading an input takes a hundred times as long with Jazzer as without it. */
  CARD_TEXT(
      "free text: an accepted text contains no card number",
      1_024,
      new Allocation(2_000_000, 12_000),
      CardTextInput::new),
  SIGNATURES(
      "signatures, links and secrets: a changed one never verifies",
      1_024,
      new Allocation(2_000_000, 4_000),
      SignatureInput::new),
  WEBHOOKS(
      "provider webhooks: only the signature proves authenticity, and all texts can be stored",
      4_096,
      new Allocation(2_000_000, 6_000),
      ProviderWebhookInput::new),
  CAMT(
      "camt.053 and camt.054: a statement that adds up, or an error with its line, however the file is split",
      16_384,
      new Allocation(24_000_000, 4_000),
      StatementInput::camt),
  /**
   * Jazzer copies the text wherever a pattern is tried, which allocates ninety times as much as the
   * reader.
   */
  MT940(
      "MT940: a statement that adds up, or an error with its line, however the file is split",
      8_192,
      new Allocation(2_400_000, 48_000),
      StatementInput::mt940),
  BANK_NAMES(
      "IBANs, BICs, references and texts for banks: writing and reading them changes nothing",
      512,
      new Allocation(2_400_000, 40_000),
      BankNameInput::new),
  PICTURES(
      "logos by their header: a size that is served, or a rejection",
      1_024,
      new Allocation(2_000_000, 2_000),
      PictureInput::new);

  private final String words;
  private final int maxBytes;
  private final Allocation allocation;
  private final Supplier<InputReader> reader;

  FuzzTarget(String words, int maxBytes, Allocation allocation, Supplier<InputReader> reader) {
    this.words = words;
    this.maxBytes = maxBytes;
    this.allocation = allocation;
    this.reader = reader;
  }

  /** Returns a description of the input and its invariants. */
  String words() {
    return words;
  }

  /** Returns the maximum length of an input in bytes. */
  int maxBytes() {
    return maxBytes;
  }

  /** Returns {@link #reader} with a check of its allocations. */
  InputReader boundedReader() {
    InputReader plain = reader();
    return input -> allocation.check(plain, input);
  }

  InputReader reader() {
    return reader.get();
  }

  static Optional<FuzzTarget> find(String text) {
    return Arrays.stream(values()).filter(target -> target.toString().equals(text)).findFirst();
  }

  /** Returns the name that the command line and the folders use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
