package florin.postgres;

import florin.core.IoReason;
import florin.db.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a data folder, which one process holds at a time. It is a lock of the operating
 * system on the file `lock`, so it always ends with its process. The file contains the holder's
 * pid, only for the message.
 */
public final class FolderLock implements AutoCloseable {
  /**
   * The folders that this process holds. POSIX locks belong to the process: closing any channel on
   * the file, even one that failed to lock it, releases the lock. So a second attempt in this
   * process must be rejected before it opens the file.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  /** The failure when another process uses this data folder. */
  public static final class DataFolderInUse extends StartFailure {
    DataFolderInUse(Path folder, String holder) {
      super(
          "The data folder "
              + folder
              + " is in use by another Florin process ("
              + holder
              + "). Stop it first, or choose another folder with --data.");
    }
  }

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Locks a folder.
   *
   * @param folder exists, and is a real path
   * @throws DataFolderInUse if another process, or this one, holds it, or another Florin runs the
   *     folder's PostgreSQL although the file `lock` was deleted
   */
  public static FolderLock take(Path folder) {
    if (!HELD.add(folder)) {
      throw new DataFolderInUse(folder, "this process");
    }
    FolderLock lock = null;
    try {
      lock = tryTake(folder);
    } catch (IOException e) {
      throw new StartFailure(
          "Florin can't lock the data folder "
              + folder
              + ": "
              + IoReason.of(e)
              + ". Run Florin as the folder's owner.",
          e);
    } finally {
      if (lock == null) {
        HELD.remove(folder);
      }
    }
    if (lock == null) {
      throw new DataFolderInUse(folder, holder(folder));
    }
    lock.requireNoOtherFlorin();
    return lock;
  }

  /**
   * Checks for another Florin: if the file `lock` is deleted, a second process can lock a new one.
   */
  private void requireNoOtherFlorin() {
    try {
      Optional<PidFile> running =
          PidFile.read(new ClusterFolder(folder.resolve("postgres")).cluster());
      Optional<Long> other =
          running.isPresent() ? running.get().findOtherFlorin() : Optional.empty();
      if (other.isPresent()) {
        close();
        throw new DataFolderInUse(folder, "process " + other.get());
      }
    } catch (IOException e) {
      close();
      throw new StartFailure(
          "Florin can't check whether another Florin process uses "
              + folder
              + ": "
              + IoReason.of(e)
              + ".",
          e);
    }
  }

  private static @Nullable FolderLock tryTake(Path folder) throws IOException {
    var channel =
        FileChannel.open(file(folder), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
      if (lock == null) {
        return null;
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return new FolderLock(folder, channel);
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
  }

  private static String holder(Path folder) {
    try {
      return "process " + Files.readString(file(folder)).strip();
    } catch (IOException e) {
      return "a process whose pid can't be read: " + e.getMessage();
    }
  }

  private static Path file(Path folder) {
    return folder.resolve("lock");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("unlock " + folder, e);
    } finally {
      HELD.remove(folder);
    }
  }
}
