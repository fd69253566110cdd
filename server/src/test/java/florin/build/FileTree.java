package florin.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Folders with all files in them. */
final class FileTree {
  private FileTree() {}

  /** Deletes a folder, if it exists. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Returns the files in a folder by their path, as far as {@code wanted} accepts the path. */
  static NavigableMap<String, Path> list(Path folder, Predicate<String> wanted) throws IOException {
    var found = new TreeMap<String, Path>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String path = folder.relativize(file).toString();
          if (wanted.test(path)) {
            found.put(path, file);
          }
        }
      }
    }
    return found;
  }

  /** Makes a folder contain these files and no other, and copies only those that differ. */
  static void copy(NavigableMap<String, Path> files, Path folder) throws IOException {
    for (var old : list(folder, path -> !files.containsKey(path)).values()) {
      Files.delete(old);
    }
    for (var file : files.entrySet()) {
      Path copy = folder.resolve(file.getKey());
      if (!Files.exists(copy) || Files.mismatch(file.getValue(), copy) >= 0) {
        Files.createDirectories(copy.getParent());
        Files.copy(file.getValue(), copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Returns the lines that describe all files of a folder: the path, the size and the time. */
  static List<String> describe(Path folder) throws IOException {
    var lines = new ArrayList<String>();
    for (var file : list(folder, _ -> true).entrySet()) {
      lines.add(
          file.getKey()
              + " "
              + Files.size(file.getValue())
              + " "
              + Files.getLastModifiedTime(file.getValue()).toMillis());
    }
    return lines;
  }
}
