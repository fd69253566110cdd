package florin.payment.evidence;

import florin.core.Field;
import florin.core.Id.DisputeId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The texts of evidence for a dispute.
 *
 * @param version raised by every change of the texts or files; 0 before the first
 */
public record EvidenceDraft(
    Realm realm,
    DisputeId dispute,
    int version,
    Map<EvidenceField, String> fields,
    Instant updated) {
  public EvidenceDraft {
    // In the order of the fields, so that the same texts always give the same bytes.
    var sorted = new EnumMap<EvidenceField, String>(EvidenceField.class);
    sorted.putAll(fields);
    fields = Collections.unmodifiableMap(sorted);
  }

  static EvidenceDraft empty(Realm realm, DisputeId dispute, Instant now) {
    return new EvidenceDraft(realm, dispute, 0, Map.of(), now);
  }

  /** Returns the next version, with changed texts. */
  EvidenceDraft with(Map<EvidenceField, Field<String>> changes, Instant now) {
    var next = new EnumMap<EvidenceField, String>(EvidenceField.class);
    next.putAll(fields);
    changes.forEach((field, change) -> {
      switch (change) {
        case Field.Keep<String> _ -> {}
        case Field.Clear<String> _ -> next.remove(field);
        case Field.Set<String>(String text) -> next.put(field, text);
      }
    });
    return new EvidenceDraft(realm, dispute, version + 1, next, now);
  }

  /** Returns the next version, for a change of the files. */
  EvidenceDraft touched(Instant now) {
    return with(Map.of(), now);
  }

  /** Returns the number of characters of all texts. */
  int characters() {
    return fields.values().stream().mapToInt(text -> text.codePointCount(0, text.length())).sum();
  }
}
