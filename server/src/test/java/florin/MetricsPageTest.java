package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.docs.GeneratedPage;
import florin.testing.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The tables of metrics and of alert rules, from the code and the rules. */
class MetricsPageTest {
  private static final Path RULES = Path.of("..", "operating", "prometheus-rules.yaml");

  /** A metric with the help text beside it, in a builder or as arguments of a method. */
  private static final Pattern METRIC =
      Pattern.compile(
          "(Histogram\\.builder\\(\\)\\s*\\.name\\()?\"(florin_[a-z_]+)\"(?:\\)\\s*\\.help\\(|,)\\s*\"([^\"]+)\"");

  /** The parts of the page, with the names of their metrics. */
  private static final Map<String, Pattern> PARTS =
      Map.of(
          "requests", Pattern.compile("florin_(http|access_log)_.*"),
          "payments and providers",
              Pattern.compile("florin_(alerts|other_amounts|connector|unknown_provider).*"),
          "webhooks", Pattern.compile("florin_webhook_.*"),
          "commits", Pattern.compile("florin_commit_.*"),
          "dashboard", Pattern.compile("florin_(projection|request_log)_.*"),
          "disk and clock", Pattern.compile("florin_(disk|clock|node)_.*"),
          "backups", Pattern.compile("florin_backups?_.*"));

  private record Metric(String name, String type, String help) {}

  @Test
  void the_tables_of_metrics_are_up_to_date() throws IOException {
    SortedMap<String, Metric> metrics = metrics();
    var parts = new LinkedHashMap<String, String>();
    PARTS.forEach((part, names) ->
        parts.put(
            part,
            GeneratedPage.table(
                List.of("metric", "type", "meaning"),
                metrics.values().stream()
                    .filter(metric -> names.matcher(metric.name()).matches())
                    .map(metric -> List.of(code(metric.name()), metric.type(), literals(metric)))
                    .toList())));
    assertThat(metrics.keySet())
        .allSatisfy(name ->
            assertThat(PARTS.values())
                .as("%s is in one part", name)
                .filteredOn(part -> part.matcher(name).matches())
                .hasSize(1));
    GeneratedPage.assertPartsUpToDate("reference/metrics.md", parts);
  }

  private static SortedMap<String, Metric> metrics() throws IOException {
    var metrics = new TreeMap<String, Metric>();
    for (Path file : Sources.java()) {
      METRIC
          .matcher(Files.readString(file))
          .results()
          .forEach(found -> {
            String name = found.group(2);
            String type =
                found.group(1) != null
                    ? "histogram"
                    : name.endsWith("_total") ? "counter" : "gauge";
            metrics.put(name, new Metric(name, type, found.group(3)));
          });
    }
    return metrics;
  }

  private static String literals(Metric metric) {
    assertThat(metric.help()).as(metric.name()).matches("[A-Z0-9].*\\.");
    return metric.help().replaceAll("\\b(?:FLORIN|florin)_\\w+", "`$0`");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  @Test
  void the_table_of_alert_rules_is_up_to_date() throws IOException {
    Map<?, ?> file =
        (Map<?, ?>)
            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(RULES));
    List<List<String>> rows =
        list(Objects.requireNonNull(file.get("groups"))).stream()
            .flatMap(group -> list(Objects.requireNonNull(group.get("rules"))).stream())
            .map(rule -> {
              var texts = (Map<?, ?>) Objects.requireNonNull(rule.get("annotations"));
              var labels = (Map<?, ?>) Objects.requireNonNull(rule.get("labels"));
              return List.of(
                  code(String.valueOf(rule.get("alert"))),
                  String.valueOf(labels.get("severity")),
                  text(Objects.requireNonNull(texts.get("summary"))),
                  text(Objects.requireNonNull(texts.get("description"))));
            })
            .toList();
    GeneratedPage.assertPartsUpToDate(
        "operations/monitoring.md",
        Map.of(
            "alert rules",
            GeneratedPage.table(List.of("rule", "severity", "condition", "action"), rows)));
  }

  /** Returns a text of a rule in Markdown, with its labels in italics. */
  private static String text(Object value) {
    return String.valueOf(value)
        .replaceAll("\\{\\{ \\$labels\\.(\\w+) }}", "*$1*")
        .replaceAll(
            "(?<![`\\w./-])(\\./florin [a-z -]*[a-z]|FLORIN_[\\w=-]+|/readyz|docs/[\\w/]+\\.md)",
            "`$1`");
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Object value) {
    return (List<Map<String, Object>>) value;
  }
}
