package florin.app;

import florin.core.IoReason;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The file `address` in the data folder: the service's address on this machine, from which commands
 * learn the port. It remains when the service stops; commands then report that nothing responds
 * there.
 */
public record AddressFile(Path path) {
  public static AddressFile in(Path data) {
    return new AddressFile(data.resolve("address"));
  }

  /**
   * Writes the file atomically, because a command may read it at any time. The service runs even if
   * this fails.
   */
  void write(URI address) {
    Path draft = path.resolveSibling("address.draft");
    try {
      Files.writeString(draft, address + "\n");
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      LoggerFactory.getLogger(AddressFile.class)
          .warn("Florin can't write {}, so commands need --url: {}", path, IoReason.of(failed));
    }
  }

  /** Returns the address; empty if no service has ever run on this folder. */
  public Optional<URI> read() {
    try {
      return Optional.of(new URI(Files.readString(path).strip()));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException failed) {
      throw new CommandFailure("Florin can't read " + path + ": " + IoReason.of(failed) + ".");
    } catch (URISyntaxException malformed) {
      throw new CommandFailure(
          path + " is not a file that Florin wrote. Set the address of the service with --url.");
    }
  }
}
