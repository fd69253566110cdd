package florin.books.file;

import florin.connector.SettlementLine;
import florin.core.Currency;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns of a provider's settlement file. The ready-made mappings are property files beside
 * this class, whose lists have ` | ` between their elements.
 *
 * @param reference the columns that identify a line together
 * @param type the column of the type
 * @param types the types by the provider's words; rows with {@code ignored} words are left out
 * @param otherType the type of all other words; empty if they are an error
 * @param subject the columns that may have Florin's reference, the first that has one counts
 * @param values how numbers and times are written
 * @param isMinor whether amounts are in minor units, in contrast to decimal numbers
 * @param currency the column of the currency; empty if the file has none
 * @param fixedCurrency the currency of all lines of a file without that column
 * @param gross the columns whose sum is the amount; a column after `-` is subtracted
 * @param fee the columns of the fee, likewise
 * @param net the columns of the net amount, likewise. One of the three sums may have no columns
 * @param available the time from which the money is available; the time of the line if empty
 * @param zone the column of the time zone of both times; UTC without one
 * @param payout the column of the payout that includes the line
 * @param hasWholePayouts whether a payout in the file always has all its lines there
 */
record LineMapping(
    String name,
    char separator,
    List<String> reference,
    String type,
    Map<String, SettlementLine.Type> types,
    Set<String> ignored,
    Optional<SettlementLine.Type> otherType,
    List<String> subject,
    ValueFormat values,
    boolean isMinor,
    Optional<String> currency,
    Optional<Currency> fixedCurrency,
    List<String> gross,
    List<String> fee,
    List<String> tax,
    List<String> net,
    Optional<String> originalCurrency,
    List<String> original,
    List<String> description,
    String occurred,
    Optional<String> available,
    Optional<String> zone,
    Optional<String> payout,
    boolean hasWholePayouts) {
  LineMapping {
    reference = List.copyOf(reference);
    types = Map.copyOf(types);
    ignored = Set.copyOf(ignored);
    subject = List.copyOf(subject);
    gross = List.copyOf(gross);
    fee = List.copyOf(fee);
    tax = List.copyOf(tax);
    net = List.copyOf(net);
    original = List.copyOf(original);
    description = List.copyOf(description);
  }

  /** Returns the mapping of a format. */
  static LineMapping of(String name) {
    var keys = new Properties();
    try (InputStream in =
        Objects.requireNonNull(LineMapping.class.getResourceAsStream(name + ".properties"), name)) {
      keys.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(name, keys, ValueFormat.STANDARD, Optional.empty());
  }

  /** Returns the mapping with these keys, which must be valid. */
  static LineMapping of(
      String name, Properties keys, ValueFormat values, Optional<Currency> fixedCurrency) {
    return new LineMapping(
        name,
        find(keys, "separator").orElse(",").charAt(0),
        list(keys, "reference"),
        find(keys, "type").orElseThrow(),
        list(keys, "types").stream()
            .collect(
                Collectors.toMap(
                    pair -> pair.substring(0, pair.lastIndexOf('=')).strip(),
                    pair ->
                        SettlementLine.Type.of(pair.substring(pair.lastIndexOf('=') + 1).strip()))),
        Set.copyOf(list(keys, "ignored")),
        find(keys, "other_type").map(SettlementLine.Type::of),
        list(keys, "subject"),
        values,
        find(keys, "amounts").orElse("").equals("minor"),
        find(keys, "currency"),
        fixedCurrency,
        list(keys, "gross"),
        list(keys, "fee"),
        list(keys, "tax"),
        list(keys, "net"),
        find(keys, "original_currency"),
        list(keys, "original"),
        list(keys, "description"),
        find(keys, "occurred_at").orElseThrow(),
        find(keys, "available_at"),
        find(keys, "time_zone"),
        find(keys, "payout"),
        find(keys, "whole_payouts").isPresent());
  }

  private static Optional<String> find(Properties keys, String name) {
    return Optional.ofNullable(keys.getProperty(name));
  }

  private static List<String> list(Properties keys, String name) {
    return find(keys, name).map(LineMapping::elements).orElse(List.of());
  }

  static List<String> elements(String list) {
    return Stream.of(list.split(" \\| ")).map(String::strip).toList();
  }

  /** Returns whether the file has rows for the payouts themselves. */
  boolean hasPayoutRows() {
    return types.containsValue(SettlementLine.Type.PAYOUT);
  }
}
