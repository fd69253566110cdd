package florin.http;

import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Realm;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields that handlers add to a request's line of the access log. They can only be ids, realms,
 * codes, numbers and booleans, so no text from a client can enter the log.
 */
public final class LogFields {
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private @Nullable Caller caller;
  private @Nullable ErrorCode code;

  LogFields() {}

  public synchronized void put(String name, Id id) {
    fields.put(name, id.text());
  }

  public synchronized void put(Caller who) {
    caller = who;
    put("key", who.key());
    put(who.realm());
  }

  public synchronized void put(Realm realm) {
    fields.put("realm", realm.id());
    fields.put("mode", realm.mode().text());
  }

  public synchronized void put(ErrorCode error) {
    code = error;
    fields.put("code", error.text());
  }

  synchronized Optional<Caller> caller() {
    return Optional.ofNullable(caller);
  }

  synchronized Optional<ErrorCode> error() {
    return Optional.ofNullable(code);
  }

  synchronized Map<String, Object> copy() {
    return new LinkedHashMap<>(fields);
  }
}
