package florin.build;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the classes of a {@link SourceSet} were compiled from.
 *
 * @param checksums the checksum of each source, by its path
 * @param classes the classes of each source: the binary name, and the checksum of the signatures
 * @param used the checksum of the signatures of each class of the sets that were used
 */
record CompiledState(
    NavigableMap<String, String> checksums,
    NavigableMap<String, NavigableMap<String, String>> classes,
    Map<String, String> used) {
  static final CompiledState NONE = new CompiledState(new TreeMap<>(), new TreeMap<>(), Map.of());

  /** Returns the checksum of the signatures of each class. */
  Map<String, String> signatures() {
    var all = new HashMap<String, String>();
    classes.values().forEach(all::putAll);
    return all;
  }

  /** Returns the stored state, or {@link #NONE} if there is none. */
  static CompiledState read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return NONE;
    }
    var checksums = new TreeMap<String, String>();
    var classes = new TreeMap<String, NavigableMap<String, String>>();
    var used = new HashMap<String, String>();
    String source = "";
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split("\t");
      switch (words[0]) {
        case "source" -> {
          source = words[1];
          checksums.put(source, words[2]);
          classes.put(source, new TreeMap<>());
        }
        case "class" -> requireNonNull(classes.get(source)).put(words[1], words[2]);
        default -> used.put(words[1], words[2]);
      }
    }
    return new CompiledState(checksums, classes, used);
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    checksums.forEach((source, checksum) -> {
      lines.add("source\t" + source + "\t" + checksum);
      classes
          .getOrDefault(source, new TreeMap<>())
          .forEach((name, signature) -> lines.add("class\t" + name + "\t" + signature));
    });
    used.forEach((name, signature) -> lines.add("used\t" + name + "\t" + signature));
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.write(draft, lines);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
