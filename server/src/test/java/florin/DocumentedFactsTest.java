package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.alert.AlertKind;
import florin.connector.simulator.Simulator;
import florin.core.Scope;
import florin.doctor.DoctorFinding;
import florin.doctor.DoctorFinding.Grade;
import florin.doctor.DoctorReport;
import florin.receipt.ReceiptMails;
import florin.team.Users;
import florin.webhook.Fanout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ties lists in the documentation to the code that they describe. */
class DocumentedFactsTest {
  @Test
  void the_table_of_alerts_lists_every_kind() throws IOException {
    String page = Files.readString(Path.of("../docs/operations/alerts.md"));
    String table =
        page.substring(page.indexOf("| kind | what it means |"))
            .lines()
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.split("\\|")[1])
            .collect(Collectors.joining("\n"));
    List<String> listed =
        Pattern.compile("`([a-z_0-9]+)`")
            .matcher(table)
            .results()
            .map(hit -> hit.group(1))
            .toList();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(AlertKind.values()).map(AlertKind::text).toList());
  }

  @Test
  void the_pages_state_how_long_leases_and_the_setup_link_last() throws IOException {
    assertThat(unwrapped("../docs/operations/nodes.md"))
        .contains(
            "A lease lasts %d seconds for an operation at the simulator,"
                .formatted(Simulator.TIMING.lease().toSeconds()),
            "%d for a webhook delivery and %d minutes for a receipt."
                .formatted(Fanout.LEASE.toSeconds(), ReceiptMails.LEASE.toMinutes()));
    assertThat(unwrapped("../README.md"))
        .contains("The link expires after %d hours.".formatted(Users.LINK_VALID.toHours()));
    assertThat(Files.readString(Path.of("../docs/guides/dashboard.md")))
        .contains("valid for %d hours".formatted(Users.LINK_VALID.toHours()));
  }

  private static String unwrapped(String page) throws IOException {
    return Files.readString(Path.of(page)).replace('\n', ' ');
  }

  @Test
  void the_page_states_the_exit_codes_of_the_doctor() throws IOException {
    assertThat(Files.readString(Path.of("../docs/operations/troubleshooting.md")))
        .contains(
            "Exit code %d: all checks passed; %d: warnings; %d: something is wrong."
                .formatted(exitCode(Grade.OK), exitCode(Grade.LOOK), exitCode(Grade.WRONG)));
  }

  private static int exitCode(Grade grade) {
    return new DoctorReport(List.of(new DoctorFinding("", grade, "", ""))).exitCode();
  }

  @Test
  void the_guide_to_restricted_keys_lists_the_scopes_that_one_can_have() throws IOException {
    String page = Files.readString(Path.of("../docs/guides/restricted-keys.md"));
    assertThat(
            Pattern.compile("^\\| `([a-z_]+:[a-z]+)` \\|", Pattern.MULTILINE)
                .matcher(page)
                .results()
                .map(row -> row.group(1)))
        .containsExactlyElementsOf(
            Stream.of(Scope.values()).filter(Scope::isGrantable).map(Scope::text).toList());
  }

  @Test
  void the_index_of_decisions_names_the_numbers_that_are_missing() throws IOException {
    TreeSet<Integer> numbers;
    try (Stream<Path> files = Files.list(Path.of("../docs/decisions"))) {
      numbers =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("\\d{3}-.*"))
              .map(name -> Integer.valueOf(name.substring(0, 3)))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    TreeSet<Integer> missing = new TreeSet<>();
    for (int number = 1; number < numbers.last(); number++) {
      if (!numbers.contains(number)) {
        missing.add(number);
      }
    }
    String page = Files.readString(Path.of("../docs/decisions/README.md"));
    String introduction = page.substring(0, page.indexOf("## Index"));
    assertThat(
            Pattern.compile("\\b0\\d\\d\\b")
                .matcher(introduction)
                .results()
                .map(MatchResult::group)
                .map(Integer::valueOf))
        .containsExactlyElementsOf(missing);
  }
}
