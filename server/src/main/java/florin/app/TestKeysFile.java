package florin.app;

import florin.account.Accounts.NewAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** `test-keys.env` in the data folder: the first account's test keys, for scripts to source. */
public record TestKeysFile(Path path) {
  private static final String SECRET = "FLORIN_TEST_SECRET_KEY";
  private static final String PUBLISHABLE = "FLORIN_TEST_PUBLISHABLE_KEY";

  /** The test keys of the first account. */
  public record TestKeys(String secret, String publishable) {}

  public static TestKeysFile in(Path data) {
    return new TestKeysFile(data.resolve("test-keys.env"));
  }

  /** Writes the file, readable only by its owner. */
  void write(NewAccount account) {
    String text =
        SECRET
            + "="
            + account.testSecret().text().reveal()
            + "\n"
            + PUBLISHABLE
            + "="
            + account.testPublishable().text().reveal()
            + "\n";
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try {
      Files.deleteIfExists(path);
      try (var file =
          Files.newByteChannel(
              path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("Florin can't write " + path, failed);
    }
  }

  /** Returns the keys; empty if the operator has deleted the file. */
  public Optional<TestKeys> read() {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    var properties = new Properties();
    try (var reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    } catch (IOException failed) {
      throw new UncheckedIOException("Florin can't read " + path, failed);
    }
    return Optional.ofNullable(properties.getProperty(SECRET))
        .map(secret -> new TestKeys(secret, properties.getProperty(PUBLISHABLE, "")));
  }
}
