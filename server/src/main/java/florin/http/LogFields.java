package florin.http;

import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Realm;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What handlers add to a request's line of the access log. Only ids, realms, codes, numbers and yes
 * or no can be added: text that a client sent has no way in.
 */
public final class LogFields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  LogFields() {}

  public synchronized void put(String name, Id id) {
    fields.put(name, id.text());
  }

  public synchronized void put(Realm realm) {
    fields.put("realm", realm.id());
    fields.put("mode", realm.mode().text());
  }

  public synchronized void put(ErrorCode code) {
    fields.put("code", code.text());
  }

  public synchronized void put(String name, long number) {
    fields.put(name, number);
  }

  public synchronized void put(String name, boolean yes) {
    fields.put(name, yes);
  }

  synchronized Map<String, Object> copy() {
    return new LinkedHashMap<>(fields);
  }
}
