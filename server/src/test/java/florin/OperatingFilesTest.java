package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.Json;
import florin.testing.Sources;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files in `operating/` speak of what there is: an alert on a metric that is gone is none. */
class OperatingFilesTest {
  private static final Path FILES = Path.of("..", "operating");
  private static final Pattern METRIC = Pattern.compile("\\b((?:florin|jvm)_[a-z_]+[a-z])\\b");
  private static final Pattern DECLARED = Pattern.compile("\"(florin_[a-z_]+)\"");

  /** What Prometheus makes of a histogram. */
  private static final Pattern OF_HISTOGRAM = Pattern.compile("_(bucket|sum|count)$");

  private static Set<String> declared() throws IOException {
    var names = new TreeSet<String>();
    for (Path file : Sources.java()) {
      DECLARED.matcher(Files.readString(file)).results().forEach(it -> names.add(it.group(1)));
    }
    var registry = new PrometheusRegistry();
    JvmMetrics.builder().register(registry);
    registry.scrape().forEach(found -> names.add(found.getMetadata().getPrometheusName()));
    return names;
  }

  private static Set<String> named(String text) {
    return METRIC
        .matcher(text)
        .results()
        .map(it -> OF_HISTOGRAM.matcher(it.group(1)).replaceFirst(""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(@Nullable Object value) {
    return Objects.requireNonNull((List<Map<String, Object>>) value);
  }

  @Test
  void every_alert_uses_existing_metrics_and_has_advice() throws IOException {
    Map<?, ?> file =
        (Map<?, ?>)
            new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(FILES.resolve("prometheus-rules.yaml")));
    Set<String> declared = declared();

    List<Map<String, Object>> rules =
        list(file.get("groups")).stream()
            .flatMap(group -> list(group.get("rules")).stream())
            .toList();

    assertThat(rules).hasSizeGreaterThan(10);
    for (Map<String, Object> rule : rules) {
      String name = String.valueOf(rule.get("alert"));
      assertThat(name).startsWith("Florin");
      String expression = String.valueOf(rule.get("expr"));
      assertThat(declared).as(name).containsAll(named(expression));
      if (!name.equals("FlorinDown")) {
        assertThat(named(expression)).as(name).isNotEmpty();
      }
      assertThat((Map<?, ?>) rule.get("annotations"))
          .as(name)
          .extracting(it -> it.keySet().toString())
          .isEqualTo("[summary, description]");
      assertThat((Map<?, ?>) rule.get("labels"))
          .as(name)
          .extracting(it -> String.valueOf(it.get("severity")))
          .isIn("page", "ticket");
    }
  }

  @Test
  void every_panel_of_the_grafana_dashboard_shows_existing_metrics() throws IOException {
    String text = Files.readString(FILES.resolve("grafana-dashboard.json"));
    Set<String> declared = declared();

    List<Map<String, Object>> panels = list(Json.readObject(text).get("panels"));

    assertThat(panels).hasSizeGreaterThan(8);
    for (Map<String, Object> panel : panels) {
      for (Map<String, Object> target : list(panel.get("targets"))) {
        Set<String> named = named(String.valueOf(target.get("expr")));
        assertThat(named).as("%s", panel.get("title")).isNotEmpty();
        assertThat(declared).as("%s", panel.get("title")).containsAll(named);
      }
    }
  }

  @Test
  void every_metric_is_documented() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
    Set<String> metrics = declared();
    metrics.removeIf(name -> name.startsWith("jvm_") || name.startsWith("process_"));
    metrics.removeAll(Set.of("florin_capture", "florin_charge")); // fields of metadata at Stripe

    assertThat(named(page)).containsAll(metrics);
  }

  @Test
  void the_operations_pages_name_every_file_and_only_existing_metrics() throws IOException {
    var text = new StringBuilder();
    try (Stream<Path> pages = Files.list(Path.of("..", "docs", "operations"))) {
      for (Path page : pages.toList()) {
        text.append(Files.readString(page));
      }
    }
    String page = text.toString();

    assertThat(declared()).containsAll(named(page));
    try (Stream<Path> files = Files.list(FILES)) {
      for (Path file : files.toList()) {
        assertThat(page).contains("operating/" + file.getFileName());
      }
    }
  }
}
