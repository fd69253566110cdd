package florin.connector.instance;

import florin.core.Id.ConnectorId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The enabled connectors of a realm in their order: that in which they were enabled, unless one was
 * made the default. The first is the default.
 */
record Places(List<Place> list) {
  /**
   * The most enabled connectors of one realm; concurrent requests may exceed it by a few. A new
   * payment asks each of them whether it fits.
   */
  static final int MAX_ENABLED = 10;

  /** The place of an enabled connector: the lowest position is the first. */
  record Place(ConnectorId id, int position) {}

  Places {
    list = List.copyOf(list);
  }

  /** Returns whether no other connector than this one can be enabled. */
  boolean areTaken(ConnectorId id) {
    return list.stream().filter(place -> !place.id().equals(id)).count() >= MAX_ENABLED;
  }

  int last() {
    return list.stream().mapToInt(Place::position).max().orElse(0) + 1;
  }

  int first() {
    return list.stream().mapToInt(Place::position).min().orElse(0) - 1;
  }

  boolean isFirst(ConnectorId id) {
    return !list.isEmpty() && list.getFirst().id().equals(id);
  }

  /** Returns the number of an enabled connector in the order, from 1, once its row is written. */
  Optional<Integer> number(Instance instance) {
    if (instance.status() != Instance.Status.ENABLED) {
      return Optional.empty();
    }
    var own = new Place(instance.id(), instance.state().position().orElse(Integer.MAX_VALUE));
    return Optional.of(
        Stream.concat(
                    list.stream().filter(place -> !place.id().equals(instance.id())),
                    Stream.of(own))
                .sorted(
                    Comparator.comparingInt(Place::position)
                        .thenComparing(place -> place.id().text()))
                .toList()
                .indexOf(own)
            + 1);
  }
}
