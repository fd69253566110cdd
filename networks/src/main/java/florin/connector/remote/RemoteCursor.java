package florin.connector.remote;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A position in a provider's lists, as the text of a cursor: the version and a JSON object.
 *
 * @param version the form of the fields
 */
public record RemoteCursor(char version, Map<String, String> fields) {
  public RemoteCursor {
    fields = Collections.unmodifiableMap(new TreeMap<>(fields));
  }

  /** Reads a cursor. For one of another version, or an unreadable one, returns an empty one. */
  public static RemoteCursor read(char version, Optional<String> text) {
    var fields = new HashMap<String, String>();
    text.filter(it -> it.length() > 1 && it.charAt(0) == version)
        .flatMap(it -> RemoteObject.parse(it.substring(1)))
        .ifPresent(object ->
            object
                .names()
                .forEach(name -> object.text(name).ifPresent(value -> fields.put(name, value))));
    return new RemoteCursor(version, fields);
  }

  public String text() {
    return version + RemoteObject.write(fields);
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /** Returns a number; empty if it is missing or malformed. */
  public Optional<Long> number(String name) {
    return find(name).filter(it -> it.matches("-?[0-9]{1,15}")).map(Long::valueOf);
  }

  /** Returns a time, in whole seconds. */
  public Optional<Instant> time(String name) {
    return number(name).map(Instant::ofEpochSecond);
  }

  public List<String> list(String name) {
    return find(name).map(it -> Stream.of(it.split(",")).toList()).orElse(List.of());
  }

  public RemoteCursor with(String name, Optional<String> value) {
    var more = new HashMap<>(fields);
    value.ifPresentOrElse(it -> more.put(name, it), () -> more.remove(name));
    return new RemoteCursor(version, more);
  }

  public RemoteCursor with(String name, String value) {
    return with(name, Optional.of(value));
  }

  public RemoteCursor with(String name, long number) {
    return with(name, Long.toString(number));
  }

  public RemoteCursor with(String name, Instant time) {
    return with(name, time.getEpochSecond());
  }

  /** Returns a cursor with a list of texts without commas. */
  public RemoteCursor with(String name, List<String> values) {
    return with(name, Optional.of(String.join(",", values)).filter(it -> !it.isEmpty()));
  }

  public RemoteCursor without(String name) {
    return with(name, Optional.empty());
  }
}
