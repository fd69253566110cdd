package florin.brake;

import florin.core.Pan;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The values by which one card is counted. */
public final class Subjects {
  /**
   * The digits of a bank identification number. More digits next to the last four are forbidden for
   * numbers of 15 digits (PCI DSS, requirement 3.4).
   */
  private static final int BIN_LENGTH = 6;

  private final Map<SubjectKind, String> values = new EnumMap<>(SubjectKind.class);

  public Subjects with(SubjectKind kind, String value) {
    values.put(kind, value);
    return this;
  }

  public Subjects with(SubjectKind kind, Optional<String> value) {
    value.ifPresent(it -> with(kind, it));
    return this;
  }

  /**
   * Adds a card that Florin sees.
   *
   * @param fingerprint of its number
   */
  public Subjects withCard(Pan pan, String fingerprint) {
    return with(SubjectKind.CARD, fingerprint)
        .with(
            SubjectKind.BIN,
            pan.digits().substring(0, Math.min(BIN_LENGTH, pan.digits().length())));
  }

  public Subjects withEmail(Optional<String> email) {
    return with(
        SubjectKind.EMAIL_DOMAIN,
        email.map(it -> it.substring(it.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT)));
  }

  public Map<SubjectKind, String> values() {
    return Map.copyOf(values);
  }
}
