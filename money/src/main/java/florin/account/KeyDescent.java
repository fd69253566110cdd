package florin.account;

import florin.core.Id.KeyId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The keys that a key comes from.
 *
 * @param parent the key with which the API created it, or its first predecessor
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
   * Returns the keys that the API created with a key, with one of its predecessors, or with a key
   * that was created so.
   */
  public static List<ApiKey> madeWith(ApiKey key, List<ApiKey> all) {
    Map<KeyId, ApiKey> byId =
        all.stream().collect(Collectors.toMap(ApiKey::id, Function.identity()));
    Map<KeyId, List<ApiKey>> children =
        all.stream()
            .filter(child -> child.descent().parent().isPresent())
            .collect(Collectors.groupingBy(child -> child.descent().parent().orElseThrow()));
    var made = new ArrayList<ApiKey>();
    Set<KeyId> seen = new HashSet<>();
    var makers = new ArrayDeque<>(List.of(key));
    for (ApiKey maker = makers.poll(); maker != null; maker = makers.poll()) {
      if (seen.add(maker.id())) {
        maker.descent().predecessor().map(byId::get).ifPresent(makers::add);
        List<ApiKey> own = children.getOrDefault(maker.id(), List.of());
        made.addAll(own);
        makers.addAll(own);
      }
    }
    return made;
  }
}
