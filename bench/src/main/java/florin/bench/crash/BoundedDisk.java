package florin.bench.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A small in-memory file system that can be filled to its last byte. Mounting it requires root. */
final class BoundedDisk implements AutoCloseable {
  private static final int SIZE_MB = 1400;
  private static final int CHUNK = 1 << 20;

  private final Path path;
  private final Thread endsWithUs;

  private BoundedDisk(Path path) {
    this.path = path;
    this.endsWithUs = new Thread(this::unmount, "unmount");
    Runtime.getRuntime().addShutdownHook(endsWithUs);
  }

  /** Mounts the file system. Returns empty if the machine doesn't permit it. */
  static Optional<BoundedDisk> mount(Path folder) throws IOException {
    Files.createDirectories(folder);
    String options = "size=" + SIZE_MB + "m,mode=755";
    boolean done = runs(List.of("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString()));
    return done ? Optional.of(new BoundedDisk(folder)) : Optional.empty();
  }

  Path path() {
    return path;
  }

  /** Writes until the file system is full. */
  void fill() throws IOException {
    byte[] chunk = new byte[CHUNK];
    try (OutputStream out = Files.newOutputStream(filler())) {
      while (true) {
        out.write(chunk);
      }
    } catch (IOException full) {
      if (!Files.exists(filler())) {
        throw full;
      }
    }
  }

  void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  private Path filler() {
    return path.resolve("filler");
  }

  /** Unmounts the file system, even if a process still has files open on it. */
  private void unmount() {
    try {
      runs(List.of("umount", "--lazy", path.toString()));
    } catch (IOException failed) {
      System.err.println("Left behind: " + path + ": " + failed.getMessage());
    }
  }

  private static boolean runs(List<String> command) throws IOException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(endsWithUs);
    unmount();
    Files.deleteIfExists(path);
  }
}
