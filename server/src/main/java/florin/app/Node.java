package florin.app;

import florin.payment.machine.Attempt.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Who this process is among the nodes that share a database: a name that stays with the data
 * folder, and a name for this life of it. So a node that comes back knows which attempts its
 * earlier life has left.
 */
public final class Node {
  private Node() {}

  /** The data folder must be locked by this process: two nodes of one name would rob each other. */
  public static Owner of(Path data) {
    Path file = data.resolve("node");
    try {
      return new Owner(UUID.fromString(Files.readString(file).strip()), UUID.randomUUID());
    } catch (NoSuchFileException isNew) {
      return create(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("Cannot read " + file, failed);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailure(
          file + " is not what Florin wrote there. Delete it: the node gets a new name.");
    }
  }

  private static Owner create(Path file) {
    var owner = new Owner(UUID.randomUUID(), UUID.randomUUID());
    try {
      Files.writeString(file, owner.node() + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException("Cannot write " + file, failed);
    }
    return owner;
  }
}
