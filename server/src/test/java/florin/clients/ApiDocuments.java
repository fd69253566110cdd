package florin.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The OpenAPI document of the repository, and its operations that calls belong to. */
final class ApiDocuments {
  private ApiDocuments() {}

  @SuppressWarnings("unchecked")
  static ApiDocument load() {
    try (var in = Files.newInputStream(Path.of("../openapi/openapi.yaml"))) {
      var load = new Load(LoadSettings.builder().build());
      return new ApiDocument((Map<String, Object>) load.loadFromInputStream(in));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Returns the ids of the operations that no call with a 2xx belongs to. */
  static Set<String> missing(List<FaultyProxy.Seen> calls) {
    List<ApiDocument.Operation> operations = load().operations();
    Set<String> called =
        calls.stream()
            .filter(it -> it.status() / 100 == 2)
            .flatMap(it ->
                operations.stream()
                    .filter(operation -> operation.method().equals(it.method()))
                    .filter(operation -> it.path().matches(pattern(operation.path())))
                    .min(Comparator.comparing(ApiDocument.Operation::hasId))
                    .stream())
            .map(ApiDocument.Operation::id)
            .collect(Collectors.toSet());
    var missing =
        operations.stream()
            .map(ApiDocument.Operation::id)
            .collect(Collectors.toCollection(TreeSet::new));
    missing.removeAll(called);
    return missing;
  }

  private static String pattern(String path) {
    return path.replace(".", "\\.").replace("{id}", "[^/.]+");
  }
}
