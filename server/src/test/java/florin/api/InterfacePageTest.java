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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The generated pages of errors and event types, and the OpenAPI document, list what the code has.
 */
class InterfacePageTest {
  private static final Pattern CODE = Pattern.compile("`([a-z][a-z0-9_.]*)`");
  private static final Pattern TYPE = Pattern.compile("(?m)^## `([a-z_]+)`$");
  private static final Pattern ENTRY =
      Pattern.compile("(?m)^### `([a-z_]+)`$[^#]*^- \\*\\*Status:\\*\\* ([0-9, ]+)$");

  private final Contract contract = Contract.load();

  @Test
  void its_errors_are_those_of_the_code_each_with_its_type() {
    var listed = new TreeSet<String>();
    errors((type, code, _) -> listed.add(type + " " + code));
    assertThat(listed)
        .isEqualTo(
            Stream.of(ErrorCode.values())
                .map(code -> code.type().text() + " " + code.text())
                .collect(set()));
  }

  @Test
  void its_errors_have_the_statuses_of_the_contract() {
    var listed = new TreeSet<String>();
    errors((_, code, statuses) ->
        Stream.of(statuses.split(", ")).forEach(status -> listed.add(status + " " + code)));
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
    String rows =
        page("events")
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split("\\|", -1)[1])
            .collect(Collectors.joining("\n"));
    assertThat(codes(rows))
        .isEqualTo(Stream.of(EventType.values()).map(EventType::text).collect(set()));
  }

  @Test
  void the_contract_lists_every_decline_code() {
    var listed = new TreeSet<String>();
    contract
        .at("/components/schemas/DeclineCode/enum")
        .forEach(code -> listed.add(code.stringValue()));
    assertThat(listed)
        .isEqualTo(
            Stream.of(DeclineCode.values())
                .map(code -> code.name().toLowerCase(Locale.ROOT))
                .collect(set()));
  }

  private interface Entry {
    void read(String type, String code, String statuses);
  }

  private static void errors(Entry each) {
    String page = page("errors");
    List<MatchResult> types = TYPE.matcher(page).results().toList();
    for (int i = 0; i < types.size(); i++) {
      int end = i + 1 < types.size() ? types.get(i + 1).start() : page.length();
      String type = types.get(i).group(1);
      ENTRY
          .matcher(page.substring(types.get(i).start(), end))
          .results()
          .forEach(entry -> each.read(type, entry.group(1), entry.group(2)));
    }
  }

  private static Set<String> codes(String text) {
    return CODE.matcher(text).results().map((MatchResult found) -> found.group(1)).collect(set());
  }

  private static Collector<String, ?, Set<String>> set() {
    return toCollection(TreeSet::new);
  }

  private static String page(String name) {
    try {
      return Files.readString(Path.of("../docs/reference", name + ".md"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
