package florin.app;

import florin.payment.machine.Attempt.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The identity of this process among the nodes of a database: a name stored in the data folder, and
 * a name for each start. So a restarted node recognizes the attempts of its earlier runs.
 */
public final class Node {
  private Node() {}

  /**
   * Returns the identity. This process must hold the data folder's lock: two nodes of one name
   * would take each other's work.
   */
  public static Owner of(Path data) {
    Path file = data.resolve("node");
    try {
      return new Owner(UUID.fromString(Files.readString(file).strip()), UUID.randomUUID());
    } catch (NoSuchFileException isNew) {
      return create(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("Florin can't read " + file, failed);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailure(
          file
              + " is not a file that Florin wrote. Delete the file; the node then gets a new name.");
    }
  }

  private static Owner create(Path file) {
    var owner = new Owner(UUID.randomUUID(), UUID.randomUUID());
    try {
      Files.writeString(file, owner.node() + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException("Florin can't write " + file, failed);
    }
    return owner;
  }
}
