package florin.bank.intake;

import florin.bank.CreditorReference;
import florin.bank.statement.EntryDetail;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What may be references of ours in a transaction, by where it was found: what stands in the field
 * for it counts before what the payer wrote, and that before the end-to-end id. Each is a guess by
 * its check digits, and no proof.
 */
public record FoundReferences(
    List<String> structured, List<String> written, List<String> endToEnd) {
  /** All references that we give out are of this length, so that others need not be looked up. */
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

  /** Those that all of these transfers name, whose shares nobody knows; else none. */
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

  /** By place, the one that counts most first. */
  public List<List<String>> inOrder() {
    return List.of(structured, written, endToEnd);
  }

  public Set<String> all() {
    return inOrder().stream()
        .flatMap(List::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** As a row keeps it; empty where there is none. */
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
