package florin.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Java sources that are compiled together, for example the tests of one module.
 *
 * @param name how progress and errors name the set
 * @param sources the folder of the sources
 * @param classes the folder of the compiled classes; only {@link IncrementalCompiler} writes there
 * @param classPath the class path, without {@code classes}
 * @param uses the sets whose classes these sources use; they are compiled first
 */
record SourceSet(
    String name, Path sources, Path classes, List<Path> classPath, List<SourceSet> uses) {
  SourceSet {
    classPath = List.copyOf(classPath);
    uses = List.copyOf(uses);
  }

  /** Returns the file with the {@link CompiledState} of the last successful compilation. */
  Path state() {
    return classes.resolveSibling(classes.getFileName() + ".state");
  }

  Path source(String path) {
    return sources.resolve(path);
  }

  /** Returns the path of each source below {@code sources}, with a checksum of its text. */
  NavigableMap<String, String> checksums() throws IOException {
    var sums = new TreeMap<String, String>();
    if (Files.isDirectory(sources)) {
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> sums.put(sources.relativize(file).toString(), checksum(file)));
      }
    }
    return sums;
  }

  private static String checksum(Path file) {
    try {
      byte[] text = Files.readAllBytes(file);
      var sum = new CRC32();
      sum.update(text);
      return Long.toHexString(sum.getValue()) + "-" + text.length;
    } catch (IOException e) {
      throw new UncheckedIOException("reading the source " + file, e);
    }
  }
}
