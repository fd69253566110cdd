package florin;

import florin.TestKeysFile.TestKeys;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What commands that ask a running Florin have in common: where it is, and with which key. */
final class Asking {
  private static final String LOCAL = "http://127.0.0.1:8080";
  private static final String KEY = "FLORIN_API_KEY";

  @Option(
      names = "--url",
      description = "Where Florin is (default: FLORIN_BASE_URL, or " + LOCAL + ").")
  private @Nullable String url;

  @Option(
      names = "--key",
      description = "A secret key (default: " + KEY + ", or the test key in the data folder).")
  private @Nullable String key;

  @Option(
      names = "--data",
      defaultValue = "./data",
      description = "Data folder of the service, for its test key (default ${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  String url() {
    return Optional.ofNullable(url)
        .or(() -> set("FLORIN_BASE_URL"))
        .orElse(LOCAL)
        .replaceFirst("/+$", "");
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path))
        .header("Authorization", "Bearer " + key());
  }

  ConfigException nobodyAnswers() {
    return new ConfigException(
        "No Florin answers at "
            + url()
            + ". Start it with ./florin serve, or name another with --url.");
  }

  private String key() {
    TestKeysFile file = TestKeysFile.in(data);
    return Optional.ofNullable(key)
        .or(() -> set(KEY))
        .or(() -> file.read().map(TestKeys::secret))
        .orElseThrow(() ->
            new ConfigException(
                "There is no API key: name a secret key with --key or %s, or with --data the folder that holds %s."
                    .formatted(KEY, file.path().getFileName())));
  }

  private static Optional<String> set(String variable) {
    return Optional.ofNullable(System.getenv(variable)).filter(text -> !text.isBlank());
  }
}
