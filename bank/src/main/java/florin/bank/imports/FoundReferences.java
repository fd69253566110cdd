package florin.bank.imports;

import florin.bank.CreditorReference;
import florin.bank.statement.StatementEntry.EntryDetail;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Possible creditor references in a transaction, by where they were found. The structured field has
 * priority over the payer's text, and that over the end-to-end id. Each one is only a guess with
 * correct check digits.
 */
public record FoundReferences(
    List<String> structured, List<String> written, List<String> endToEnd) {
  /** The length of every reference that Florin issues; others need no lookup. */
  static final int LENGTH = CreditorReference.of(0).text().length();

  static final FoundReferences NONE = new FoundReferences(List.of(), List.of(), List.of());

  private static final String PLACES = "|";

  public FoundReferences {
    structured = List.copyOf(structured);
    written = List.copyOf(written);
    endToEnd = List.copyOf(endToEnd);
  }

  static FoundReferences in(List<EntryDetail> details) {
    return new FoundReferences(
        scan(details.stream().map(EntryDetail::structuredReference).flatMap(Optional::stream)),
        scan(details.stream().map(EntryDetail::text)),
        scan(details.stream().map(EntryDetail::endToEndId).flatMap(Optional::stream)));
  }

  /**
   * Returns the references if all these transfers, whose shares are unknown, name the same;
   * otherwise none.
   */
  static FoundReferences shared(List<EntryDetail> details) {
    return details.stream().map(detail -> in(List.of(detail)).all()).distinct().count() == 1
        ? in(details)
        : NONE;
  }

  private static List<String> scan(Stream<String> texts) {
    return texts
        .flatMap(text -> CreditorReference.scan(text).stream())
        .map(CreditorReference::text)
        .filter(reference -> reference.length() == LENGTH)
        .distinct()
        .limit(CreditorReference.MAX_FOUND)
        .toList();
  }

  /** Returns the references by place, highest priority first. */
  public List<List<String>> inOrder() {
    return List.of(structured, written, endToEnd);
  }

  public Set<String> all() {
    return inOrder().stream()
        .flatMap(List::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the stored form; empty if there are none. */
  Optional<String> stored() {
    return equals(NONE)
        ? Optional.empty()
        : Optional.of(
            inOrder().stream()
                .map(place -> String.join(" ", place))
                .collect(Collectors.joining(PLACES)));
  }

  static FoundReferences read(Optional<String> stored) {
    if (stored.isEmpty()) {
      return NONE;
    }
    var places = new ArrayList<List<String>>();
    for (String place : stored.get().split("\\|", 3)) {
      places.add(place.isEmpty() ? List.of() : List.of(place.split(" ")));
    }
    return new FoundReferences(places.get(0), places.get(1), places.get(2));
  }
}
