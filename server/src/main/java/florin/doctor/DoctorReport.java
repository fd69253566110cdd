package florin.doctor;

import florin.doctor.DoctorFinding.Grade;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** All findings, as one page. */
public record DoctorReport(List<DoctorFinding> findings) {
  private static final int FIRST_COLUMNS = 27;
  private static final int SYMBOL_COLUMNS = 19;

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

  /**
   * Returns the same for a person at a terminal: symbols, and the passed checks only as their
   * number. A remedy of several findings in a row is there once.
   *
   * @param all whether to list the passed checks too
   * @param colored colors a symbol by its grade
   */
  public String summary(boolean all, BiFunction<Grade, String, String> colored) {
    List<DoctorFinding> shown =
        findings.stream().filter(finding -> all || finding.grade() != Grade.OK).toList();
    var text = new StringBuilder();
    for (int i = 0; i < shown.size(); i++) {
      DoctorFinding finding = shown.get(i);
      boolean isNew = i == 0 || !shown.get(i - 1).subject().equals(finding.subject());
      boolean isLast = i + 1 == shown.size() || !isAlike(finding, shown.get(i + 1));
      text.append(
          "%s %-16s %s%n"
              .formatted(
                  colored.apply(finding.grade(), finding.grade().symbol()),
                  isNew ? finding.subject() : "",
                  finding.words()));
      if (isLast && !finding.remedy().isEmpty()) {
        text.append(" ".repeat(SYMBOL_COLUMNS)).append("→ ").append(finding.remedy()).append('\n');
      }
    }
    long passed = count(Grade.OK);
    String more = all || passed == 0 ? "" : " (--all lists them)";
    return (text.isEmpty() ? "" : text + "\n")
        + "%s %d checks passed%s, %d warnings, %d wrong, %d not checked.%n"
            .formatted(
                colored.apply(Grade.OK, Grade.OK.symbol()),
                passed,
                more,
                count(Grade.LOOK),
                count(Grade.WRONG),
                count(Grade.UNSEEN));
  }

  private static boolean isAlike(DoctorFinding finding, DoctorFinding next) {
    return next.subject().equals(finding.subject()) && next.remedy().equals(finding.remedy());
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
