package florin.account;

import florin.core.Id.KeyId;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The origin of a key: another key, if the API created or rolled it.
 *
 * @param parent the key with which the API created or rolled it; if a person rolled it, the parent
 *     of the key that was rolled
 * @param predecessor the key that was rolled into it
 */
public record KeyDescent(Optional<KeyId> parent, Optional<KeyId> predecessor) {
  static final KeyDescent NONE = new KeyDescent(Optional.empty(), Optional.empty());

  static KeyDescent madeWith(KeyId parent) {
    return new KeyDescent(Optional.of(parent), Optional.empty());
  }

  static KeyDescent rolledFrom(ApiKey old) {
    return new KeyDescent(old.descent().parent(), Optional.of(old.id()));
  }

  /**
   * Returns all keys that end with a key:
   *
   * <ol>
   *   <li>those that the API created or rolled with it, or with one of its predecessors
   *   <li>the successors of these
   *   <li>those that were made with any of these, in turn
   * </ol>
   */
  public static List<ApiKey> madeWith(ApiKey key, List<ApiKey> all) {
    Map<KeyId, ApiKey> byId =
        all.stream().collect(Collectors.toMap(ApiKey::id, Function.identity()));
    Map<KeyId, List<ApiKey>> children =
        all.stream()
            .filter(child -> child.descent().parent().isPresent())
            .collect(Collectors.groupingBy(child -> child.descent().parent().orElseThrow()));
    Map<KeyId, ApiKey> successors =
        all.stream()
            .filter(next -> next.descent().predecessor().isPresent())
            .collect(
                Collectors.toMap(
                    next -> next.descent().predecessor().orElseThrow(),
                    Function.identity(),
                    (one, _) -> one));
    var made = new LinkedHashSet<ApiKey>();
    Set<KeyId> seen = new HashSet<>();
    var makers = new ArrayDeque<>(List.of(key));
    for (ApiKey maker = makers.poll(); maker != null; maker = makers.poll()) {
      if (seen.add(maker.id())) {
        maker.descent().predecessor().map(byId::get).ifPresent(makers::add);
        for (ApiKey child : children.getOrDefault(maker.id(), List.of())) {
          for (ApiKey each = child; each != null; each = successors.get(each.id())) {
            made.add(each);
            makers.add(each);
          }
        }
      }
    }
    return List.copyOf(made);
  }
}
