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

/** What commands that ask a running Florin have in common: where it is, and with which key. */
final class Asking {
  private static final String KEY = "FLORIN_API_KEY";

  @Option(
      names = "--url",
      description =
          "Where Florin is (default: FLORIN_BASE_URL, or what the service of the data folder listens on, or "
              + BaseUrl.LOCAL
              + ").")
  private @Nullable String url;

  @Option(
      names = "--key",
      description = "A secret key (default: " + KEY + ", or the test key in the data folder).")
  private @Nullable String key;

  @Option(
      names = "--data",
      defaultValue = "./data",
      description =
          "Data folder of the service, for its address and its test key (default ${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  private final Map<String, String> environment;

  Asking(Terminal terminal) {
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

  CommandFailure nobodyAnswers() {
    return new CommandFailure(
        "No Florin answers at "
            + url()
            + ": is it running? Start it with ./florin serve, or name another with --url or --data.");
  }

  private String key() {
    TestKeysFile file = TestKeysFile.in(data);
    String found =
        Optional.ofNullable(key)
            .or(() -> Optional.ofNullable(environment.get(KEY)).filter(text -> !text.isBlank()))
            .or(() -> file.read().map(TestKeys::secret))
            .orElseThrow(() ->
                new CommandFailure(
                    "There is no API key: name a secret key with --key or %s, or with --data the folder that holds %s."
                        .formatted(KEY, file.path().getFileName())));
    if (!found.matches("[!-~]+")) {
      throw new ConfigException(
          "The API key has characters that no key has. A secret key is sk_test_ or sk_live_ and letters and digits.");
    }
    return found;
  }
}
