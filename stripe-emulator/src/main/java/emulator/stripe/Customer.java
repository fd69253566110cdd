package emulator.stripe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Customer in its present state. */
final class Customer {
  final String id;
  final boolean live;
  final long created;
  final Map<String, String> metadata;
  @Nullable String name;
  @Nullable String email;
  @Nullable String description;
  @Nullable String phone;

  Customer(String id, boolean live, long created, Map<String, String> metadata) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.metadata = Map.copyOf(metadata);
  }
}
