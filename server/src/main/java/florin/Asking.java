package florin;

import florin.TestKeysFile.TestKeys;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What commands that ask a running Florin have in common: where it is, and with which key. */
final class Asking {
  @Option(
      names = "--url",
      defaultValue = "http://127.0.0.1:8080",
      description = "Where Florin is (default ${DEFAULT-VALUE}).")
  private URI url = URI.create("");

  @Option(names = "--key", description = "A secret test key (default: the one in the data folder).")
  private @Nullable String key;

  @Option(
      names = "--data",
      defaultValue = "./data",
      description = "Data folder of the service, for its test key (default ${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  URI url() {
    return url;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).header("Authorization", "Bearer " + key());
  }

  private String key() {
    if (key != null) {
      return key;
    }
    TestKeysFile file = TestKeysFile.in(data);
    return file.read()
        .map(TestKeys::secret)
        .orElseThrow(() ->
            new ConfigException("There is no " + file.path() + ". Name a secret key with --key."));
  }
}
