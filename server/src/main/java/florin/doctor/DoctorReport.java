package florin.doctor;

import florin.doctor.DoctorFinding.Grade;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** All findings, as one page. */
public record DoctorReport(List<DoctorFinding> findings) {
  private static final int FIRST_COLUMNS = 27;

  public DoctorReport {
    findings = List.copyOf(findings);
  }

  /** Returns the worst grade. */
  public Grade grade() {
    return findings.stream()
        .map(DoctorFinding::grade)
        .max(Comparator.naturalOrder())
        .filter(worst -> worst != Grade.UNSEEN)
        .orElse(Grade.OK);
  }

  /**
   * Returns 0 if all is well, 3 for warnings, and 4 if something is wrong. Codes 1 and 2 mean that
   * the command itself failed, or that its arguments are wrong.
   */
  public int exitCode() {
    return switch (grade()) {
      case OK, UNSEEN -> 0;
      case LOOK -> 3;
      case WRONG -> 4;
    };
  }

  /** Returns a line for each finding with its remedy below it, and a summary. */
  public String text() {
    return findings.stream().map(DoctorReport::line).collect(Collectors.joining())
        + "\n"
        + "%d ok, %d warnings, %d wrong, %d not checked.%n"
            .formatted(count(Grade.OK), count(Grade.LOOK), count(Grade.WRONG), count(Grade.UNSEEN));
  }

  private static String line(DoctorFinding finding) {
    String remedy =
        finding.remedy().isEmpty()
            ? ""
            : " ".repeat(FIRST_COLUMNS) + "→ " + finding.remedy() + "\n";
    return "%-9s %-16s %s%n".formatted(finding.grade().text(), finding.subject(), finding.words())
        + remedy;
  }

  private long count(Grade grade) {
    return findings.stream().filter(finding -> finding.grade() == grade).count();
  }
}
