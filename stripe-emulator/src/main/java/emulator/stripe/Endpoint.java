package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A webhook endpoint. */
final class Endpoint {
  final String id;
  final boolean live;
  final long created;
  final List<String> secrets = new ArrayList<>();
  String url;
  List<String> events;
  @Nullable String description;
  Map<String, String> metadata = Map.of();
  @Nullable String apiVersion;
  boolean disabled;

  Endpoint(String id, boolean live, long created, String url, List<String> events) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.url = url;
    this.events = List.copyOf(events);
  }

  boolean wants(String type) {
    return !disabled && (events.contains("*") || events.contains(type));
  }
}
