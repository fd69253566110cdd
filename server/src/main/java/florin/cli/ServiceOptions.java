package florin.cli;

import florin.app.AddressFile;
import florin.app.CommandFailure;
import florin.app.TestKeysFile;
import florin.app.TestKeysFile.TestKeys;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.config.ConfigException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that call a running service: its address and an API key. */
final class ServiceOptions {
  private static final String KEY = "FLORIN_API_KEY";

  @Option(
      names = "--url",
      description =
          "Address of the service. Default: FLORIN_BASE_URL, then the address in the data folder, then "
              + BaseUrl.LOCAL
              + ".")
  private @Nullable String url;

  @Option(
      names = "--key",
      description = "Secret API key. Default: " + KEY + ", then the test key in the data folder.")
  private @Nullable String key;

  @Option(
      names = "--data",
      defaultValue = "./data",
      description =
          "Data folder with the service's address and test key. Default: ${DEFAULT-VALUE}.")
  private Path data = Path.of("");

  private final Map<String, String> environment;

  ServiceOptions(Terminal terminal) {
    this.environment = terminal.environment();
  }

  URI url() {
    return BaseUrl.named(url)
        .or(() -> Config.baseUrl(environment))
        .or(() -> AddressFile.in(data).read())
        .orElse(URI.create(BaseUrl.LOCAL));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path))
        .header("Authorization", "Bearer " + key());
  }

  /** Returns whether the key is one of live mode. */
  boolean isLive() {
    return key().matches("[a-z]+_live_.*");
  }

  CommandFailure noResponse() {
    return new CommandFailure(
        "No service responds at "
            + url()
            + ". Start it with ./florin serve, or set its address with --url or --data.");
  }

  private String key() {
    TestKeysFile file = TestKeysFile.in(data);
    String found =
        Optional.ofNullable(key)
            .or(() -> Optional.ofNullable(environment.get(KEY)).filter(text -> !text.isBlank()))
            .or(() -> file.read().map(TestKeys::secret))
            .orElseThrow(() ->
                new CommandFailure(
                    "The API key is missing. Set a secret key with --key or %s, or the folder of %s with --data."
                        .formatted(KEY, file.path().getFileName())));
    if (!found.matches("[!-~]+")) {
      throw new ConfigException(
          "The API key has invalid characters. A secret key is sk_test_ or sk_live_ and letters and digits.");
    }
    return found;
  }
}
