package florin.api;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import florin.api.Contract.Operation;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.event.EventType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What docs/api.md lists is what there is, in the code and in the contract. */
class InterfacePageTest {
  private static final Pattern CODE = Pattern.compile("`([a-z][a-z0-9_.]*)`");
  private static final Pattern HEADING = Pattern.compile("(?m)^## ");

  private final Contract contract = Contract.load();

  @Test
  void its_errors_are_those_of_the_code_each_with_its_type() {
    var listed = new TreeSet<String>();
    errorRows((_, type, code) -> listed.add(type + " " + code));
    assertThat(listed)
        .isEqualTo(
            Stream.of(ErrorCode.values())
                .map(code -> code.type().text() + " " + code.text())
                .collect(toCollection(TreeSet::new)));
  }

  @Test
  void its_errors_have_the_statuses_that_the_contract_gives_them() {
    var listed = new TreeSet<String>();
    errorRows((status, _, code) -> listed.add(status + " " + code));
    var said = new TreeSet<>(Set.of("404 route_unknown", "405 method_not_allowed"));
    for (Operation operation : contract.operations()) {
      for (Map.Entry<String, JsonNode> response : operation.node().get("responses").properties()) {
        contract
            .resolved(response.getValue())
            .path("x-error-codes")
            .forEach(code -> said.add(response.getKey() + " " + code.stringValue()));
      }
    }
    assertThat(listed).isEqualTo(said);
  }

  @Test
  void its_events_are_those_of_the_code() {
    assertThat(codes(firstTable(section("Events")), 1))
        .isEqualTo(Stream.of(EventType.values()).map(EventType::text).collect(set()));
  }

  @Test
  void the_contract_says_when_each_event_happens() {
    String said = contract.at("/components/schemas/EventType/description").stringValue();
    assertThat(codes(firstTable(said), 1))
        .isEqualTo(Stream.of(EventType.values()).map(EventType::text).collect(set()));
  }

  @Test
  void its_decline_codes_are_those_of_the_code() {
    String listed = between(section("Errors"), "`decline_code`: ", "There may be more");
    assertThat(codes(listed))
        .isEqualTo(
            Stream.of(DeclineCode.values())
                .map(code -> code.name().toLowerCase(Locale.ROOT))
                .collect(set()));
  }

  private static String between(String text, String begin, String end) {
    return text.substring(text.indexOf(begin) + begin.length(), text.indexOf(end));
  }

  private interface Row {
    void read(String status, String type, String code);
  }

  /** A cell that is empty is as the one above it. */
  private static void errorRows(Row each) {
    String status = "";
    String type = "";
    for (String line : firstTable(section("Errors")).lines().skip(2).toList()) {
      String[] cells = line.split("\\|", -1);
      status = cells[1].isBlank() ? status : cells[1].strip();
      type = cells[2].isBlank() ? type : cells[2].strip().replace("`", "");
      for (String code : codes(cells[3])) {
        each.read(status, type, code);
      }
    }
  }

  private static Set<String> codes(String table, int column) {
    return table
        .lines()
        .skip(2)
        .flatMap(line -> codes(line.split("\\|", -1)[column]).stream())
        .collect(set());
  }

  private static Set<String> codes(String text) {
    return CODE.matcher(text).results().map((MatchResult found) -> found.group(1)).collect(set());
  }

  private static Collector<String, ?, Set<String>> set() {
    return toCollection(TreeSet::new);
  }

  private static String firstTable(String text) {
    return String.join(
        "\n",
        text.lines()
            .dropWhile(line -> !line.startsWith("|"))
            .takeWhile(line -> line.startsWith("|"))
            .toList());
  }

  private static String section(String heading) {
    try {
      return HEADING
          .splitAsStream(Files.readString(Path.of("../docs/api.md")))
          .filter(section -> section.startsWith(heading + "\n"))
          .findFirst()
          .orElseThrow();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
