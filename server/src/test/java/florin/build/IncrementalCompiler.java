package florin.build;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles the sources that changed since the last compilation, and those that a changed signature
 * can affect ({@link Dependents}).
 *
 * <p>A source has changed if its checksum differs: its time is not read. Each round compiles all
 * sources that are affected so far, and the rounds end when no other signature changes. If a
 * compilation fails, the old classes and their state stay. A process that ends while it replaces
 * class files leaves no state, so the next compilation is a full one.
 */
final class IncrementalCompiler {
  /** After these rounds, the whole set is compiled. */
  private static final int ROUNDS = 5;

  private static final List<String> OPTIONS =
      List.of(
          "-proc:none",
          "-implicit:none",
          "-parameters",
          "-g",
          "--release",
          "25",
          "-encoding",
          "UTF-8",
          "-Xlint:all,-processing,-serial,-options,-classfile,-path");

  private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
  private final PrintWriter log;

  IncrementalCompiler(PrintWriter log) {
    this.log = log;
  }

  /**
   * Compiles a set whose used sets are compiled already.
   *
   * @return the paths of the compiled sources, or empty if javac found an error and wrote it to the
   *     log
   */
  Optional<Set<String>> compile(SourceSet set) throws IOException {
    CompiledState last = CompiledState.read(set.state());
    if (last.equals(CompiledState.NONE)) {
      FileTree.delete(set.classes());
    }
    NavigableMap<String, String> checksums = set.checksums();
    Map<String, String> used = new TreeMap<>();
    for (SourceSet other : set.uses()) {
      used.putAll(CompiledState.read(other.state()).signatures());
    }
    Set<String> removed = new TreeSet<>(last.checksums().keySet());
    removed.removeAll(checksums.keySet());
    Set<String> changed = changed(last.used(), used);
    removed.forEach(source -> changed.addAll(requireNonNull(last.classes().get(source)).keySet()));
    Set<String> sources = new TreeSet<>();
    checksums.forEach((source, sum) -> {
      if (!sum.equals(last.checksums().get(source))) {
        sources.add(source);
      }
    });
    if (sources.isEmpty() && removed.isEmpty() && changed.isEmpty()) {
      return Optional.of(Set.of());
    }
    return compile(set, new Change(last, checksums, used, removed, changed, sources));
  }

  /**
   * The sources to compile, as far as they are known.
   *
   * @param last the state before
   * @param checksums the present sources
   * @param used the present signatures of the used sets
   * @param removed sources that no longer exist
   * @param changed classes whose signatures differ
   * @param sources sources to compile
   */
  private record Change(
      CompiledState last,
      NavigableMap<String, String> checksums,
      Map<String, String> used,
      Set<String> removed,
      Set<String> changed,
      Set<String> sources) {
    Set<String> outdated() {
      var names = new HashSet<String>();
      Stream.concat(removed.stream(), sources.stream())
          .filter(last.classes()::containsKey)
          .forEach(source -> names.addAll(requireNonNull(last.classes().get(source)).keySet()));
      return names;
    }

    /** Returns whether all sources are compiled, so that none can be missing. */
    boolean isFull() {
      return sources.size() == checksums.size();
    }
  }

  private Optional<Set<String>> compile(SourceSet set, Change change) throws IOException {
    Map<String, Map<String, byte[]>> files = Map.of();
    for (int round = 1; ; round++) {
      if (!change.changed().isEmpty() && !change.isFull()) {
        change
            .sources()
            .addAll(round < ROUNDS ? dependents(set, change, files) : change.checksums().keySet());
      }
      Optional<Map<String, Map<String, byte[]>>> compiled = javac(set, change);
      if (compiled.isEmpty()) {
        return Optional.empty();
      }
      files = compiled.get();
      Set<String> changed = changed(signaturesBefore(change), signatures(files));
      if (change.isFull() || change.changed().containsAll(changed)) {
        replace(set, change, files);
        return Optional.of(change.sources());
      }
      change.changed().addAll(changed);
    }
  }

  private static Map<String, String> signaturesBefore(Change change) {
    var before = new HashMap<String, String>();
    for (String source : change.sources()) {
      before.putAll(change.last().classes().getOrDefault(source, new TreeMap<>()));
    }
    return before;
  }

  private static Map<String, String> signatures(Map<String, Map<String, byte[]>> files) {
    var all = new HashMap<String, String>();
    files
        .values()
        .forEach(classes ->
            classes.forEach((name, file) -> all.put(name, ClassSignatures.checksum(file))));
    return all;
  }

  /** Returns the classes that other sources can see and that differ. */
  private static Set<String> changed(Map<String, String> before, Map<String, String> after) {
    var names = new HashSet<>(before.keySet());
    names.addAll(after.keySet());
    names.removeIf(name ->
        before
            .getOrDefault(name, ClassSignatures.HIDDEN)
            .equals(after.getOrDefault(name, ClassSignatures.HIDDEN)));
    return names;
  }

  private static Set<String> dependents(
      SourceSet set, Change change, Map<String, Map<String, byte[]>> compiled) throws IOException {
    var known = new Dependents();
    for (SourceSet other : set.uses()) {
      for (String name : CompiledState.read(other.state()).signatures().keySet()) {
        known.add(name, Files.readAllBytes(file(other, name)));
      }
    }
    Map<String, Set<String>> references = new HashMap<>();
    for (String source : change.checksums().keySet()) {
      var classes = compiled.getOrDefault(source, oldFiles(set, change.last(), source));
      classes.forEach((name, file) -> {
        known.add(name, file);
        references
            .computeIfAbsent(source, _ -> new HashSet<>())
            .addAll(ClassSignatures.references(file));
      });
    }
    Set<String> affected = known.affectedBy(change.changed());
    var dependents = new TreeSet<String>();
    for (String source : change.checksums().keySet()) {
      if (references.getOrDefault(source, Set.of()).stream().anyMatch(affected::contains)
          || known.mentions(Files.readString(set.source(source)), affected)) {
        dependents.add(source);
      }
    }
    return dependents;
  }

  private static Map<String, byte[]> oldFiles(SourceSet set, CompiledState last, String source)
      throws IOException {
    var files = new TreeMap<String, byte[]>();
    for (String name : last.classes().getOrDefault(source, new TreeMap<>()).keySet()) {
      files.put(name, Files.readAllBytes(file(set, name)));
    }
    return files;
  }

  private static Path file(SourceSet set, String name) {
    return set.classes().resolve(name + ".class");
  }

  /** Returns the class files of each source, or empty after an error. */
  private Optional<Map<String, Map<String, byte[]>>> javac(SourceSet set, Change change)
      throws IOException {
    if (change.sources().isEmpty()) {
      return Optional.of(Map.of());
    }
    log.println("Compiling " + change.sources().size() + " files of " + set.name() + "…");
    log.flush();
    try (var standard = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        var files = new CompiledFiles(standard, change.outdated())) {
      var options = new ArrayList<>(OPTIONS);
      List<String> classPath = new ArrayList<>(List.of(set.classes().toString()));
      set.classPath().forEach(entry -> classPath.add(entry.toString()));
      options.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
      var units =
          standard.getJavaFileObjectsFromPaths(change.sources().stream().map(set::source).toList());
      boolean succeeded = javac.getTask(log, files, null, options, null, units).call();
      log.flush();
      if (!succeeded) {
        return Optional.empty();
      }
      var written = new HashMap<String, Map<String, byte[]>>();
      files
          .written()
          .forEach((source, classes) ->
              written.put(set.sources().relativize(source).toString(), classes));
      return Optional.of(written);
    }
  }

  private static void replace(SourceSet set, Change change, Map<String, Map<String, byte[]>> files)
      throws IOException {
    Files.createDirectories(set.classes());
    Files.deleteIfExists(set.state());
    for (String name : change.outdated()) {
      Files.deleteIfExists(file(set, name));
    }
    NavigableMap<String, NavigableMap<String, String>> classes =
        new TreeMap<>(change.last().classes());
    change.removed().forEach(classes::remove);
    for (String source : change.sources()) {
      var signatures = new TreeMap<String, String>();
      for (var entry : files.getOrDefault(source, Map.of()).entrySet()) {
        Path file = file(set, entry.getKey());
        Files.createDirectories(file.getParent());
        Files.write(file, entry.getValue());
        signatures.put(entry.getKey(), ClassSignatures.checksum(entry.getValue()));
      }
      classes.put(source, signatures);
    }
    new CompiledState(change.checksums(), classes, change.used()).write(set.state());
  }
}
