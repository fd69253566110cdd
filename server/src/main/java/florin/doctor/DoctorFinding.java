package florin.doctor;

/**
 * A finding about a subject.
 *
 * @param subject such as `disk`
 * @param words the state of the subject, in a sentence
 * @param remedy what to do; empty if nothing needs to be done
 */
public record DoctorFinding(String subject, Grade grade, String words, String remedy) {
  /** The grades from best to worst; an impossible check does not count. */
  public enum Grade {
    UNSEEN("not seen", "–"),
    OK("ok", "✓"),
    LOOK("look", "!"),
    WRONG("wrong", "✗");

    private final String text;
    private final String symbol;

    Grade(String text, String symbol) {
      this.text = text;
      this.symbol = symbol;
    }

    String symbol() {
      return symbol;
    }

    public String text() {
      return text;
    }
  }

  static DoctorFinding ok(String subject, String words) {
    return new DoctorFinding(subject, Grade.OK, words, "");
  }

  static DoctorFinding look(String subject, String words, String remedy) {
    return new DoctorFinding(subject, Grade.LOOK, words, remedy);
  }

  static DoctorFinding wrong(String subject, String words, String remedy) {
    return new DoctorFinding(subject, Grade.WRONG, words, remedy);
  }

  static DoctorFinding unseen(String subject, String why) {
    return new DoctorFinding(subject, Grade.UNSEEN, why, "");
  }
}
