package florin.build;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The source tree, and the classes that `./florin try` keeps in `target/try`. Maven's folders are
 * not touched, so `try` and Maven never mix classes.
 */
final class Workspace {
  /**
   * A module.
   *
   * @param folder its folder and the end of its artifact id, for example `money`; a slash in the
   *     folder is a hyphen in the artifact id
   * @param uses the modules whose classes its classes use, each after those that it uses itself
   * @param testUses the modules whose classes only its tests use
   * @param fixtures the modules whose test classes its tests use
   */
  record Module(String folder, List<String> uses, List<String> testUses, List<String> fixtures) {
    boolean isUsing(String module) {
      return uses.contains(module) || testUses.contains(module);
    }
  }

  private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");

  /** A module in the dependencies of another. */
  private static final Pattern USE =
      Pattern.compile(
          "<artifactId>florin-(.*?)</artifactId>\\s*<version>.*?</version>"
              + "(\\s*<type>test-jar</type>)?(\\s*<scope>test</scope>)?");

  private static final String PROGRAM = "server";

  private static final Pattern ARGUMENTS = Pattern.compile("<argLine>(.*?)</argLine>");

  private final Path root;
  private final Path target;
  private final PrintWriter log;

  Workspace(Path root, PrintWriter log) {
    this.root = root;
    this.target = root.resolve("target/try");
    this.log = log;
  }

  /** Returns the modules, each after those that it uses. */
  List<Module> modules() throws IOException {
    var all = new LinkedHashMap<String, Module>(); // by the end of the artifact id
    for (String name : found(MODULE, Files.readString(root.resolve("pom.xml")))) {
      String pom = Files.readString(root.resolve(name).resolve("pom.xml"));
      var uses = new LinkedHashSet<String>();
      var testUses = new LinkedHashSet<String>();
      List<String> fixtures = new ArrayList<>();
      Matcher use = USE.matcher(pom);
      while (use.find()) {
        if (use.group(2) != null) {
          fixtures.add(use.group(1));
        } else {
          var into = use.group(3) == null ? uses : testUses;
          Module used = requireNonNull(all.get(use.group(1)));
          into.addAll(used.uses());
          into.add(used.folder());
        }
      }
      all.put(
          name.replace('/', '-'),
          new Module(name, List.copyOf(uses), List.copyOf(testUses), fixtures));
    }
    return List.copyOf(all.values());
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).toList();
  }

  private Path folder(String module) {
    return root.resolve(module);
  }

  Path folder(Module module) {
    return folder(module.folder());
  }

  Path testSources(Module module) {
    return folder(module).resolve("src/test/java");
  }

  /** Returns the options of the JVM in which Maven runs the tests. */
  List<String> jvmOptions() throws IOException {
    Matcher matcher = ARGUMENTS.matcher(Files.readString(root.resolve("pom.xml")));
    if (!matcher.find()) {
      throw new IOException("pom.xml has no argLine for the tests");
    }
    return List.of(matcher.group(1).split(" "));
  }

  /**
   * Compiles what the tests of a module need.
   *
   * @return the class path of the tests, or empty if a source doesn't compile
   */
  Optional<List<Path>> compile(Module module) throws IOException, InterruptedException {
    Files.createDirectories(target);
    try (var file =
            FileChannel.open(
                target.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = file.lock()) {
      prepare();
      var compiler = new IncrementalCompiler(log);
      var sets = new LinkedHashMap<String, SourceSet>();
      List<Module> tested =
          modules().stream()
              .filter(it -> it.equals(module) || module.fixtures().contains(it.folder()))
              .toList();
      for (Module each : modules()) {
        String name = each.folder();
        boolean hasTests = tested.contains(each);
        if (hasTests || tested.stream().anyMatch(it -> it.isUsing(name))) {
          sets.put(name, set(each, "main", chosen(sets, each.uses())));
        }
        if (name.equals(PROGRAM) && sets.containsKey(name)) {
          sets.put("pages", pages(chosen(sets, List.copyOf(sets.keySet()))));
        }
        if (hasTests) {
          List<String> used = new ArrayList<>(each.uses());
          used.addAll(each.testUses());
          used.add(name);
          each.fixtures().forEach(fixture -> used.add(tests(fixture)));
          sets.put(tests(name), set(each, "test", chosen(sets, used)));
        }
      }
      for (SourceSet set : sets.values()) {
        if (compiler.compile(set).isEmpty()) {
          return Optional.empty();
        }
      }
      List<Path> classPath = new ArrayList<>();
      sets.sequencedValues().reversed().stream().map(SourceSet::classes).forEach(classPath::add);
      classPath.addAll(resources(module));
      classPath.addAll(libraries(module.folder()));
      classPath.addAll(runner(compiler));
      return Optional.of(classPath);
    }
  }

  private static String tests(String module) {
    return module + " tests";
  }

  private static List<SourceSet> chosen(Map<String, SourceSet> sets, List<String> names) {
    return names.stream().distinct().map(sets::get).filter(Objects::nonNull).toList();
  }

  private SourceSet set(Module module, String part, List<SourceSet> used) throws IOException {
    return new SourceSet(
        module.folder() + "/src/" + part,
        folder(module).resolve("src/" + part + "/java"),
        target.resolve(module.folder()).resolve(part),
        Stream.concat(used.stream().map(SourceSet::classes), libraries(module.folder()).stream())
            .toList(),
        used);
  }

  /** Returns the templates as Java sources, which jte generates again if one differs. */
  private SourceSet pages(List<SourceSet> used) throws IOException, InterruptedException {
    Path sources = folder(PROGRAM).resolve("target/try/pages");
    Path described = target.resolve("templates");
    List<String> templates = new ArrayList<>();
    for (Module module : modules()) {
      templates.addAll(FileTree.describe(folder(module).resolve("src/main/jte")));
    }
    if (!Files.exists(described) || !Files.readAllLines(described).equals(templates)) {
      log.println("Generating the sources of the templates…");
      log.flush();
      Files.deleteIfExists(described);
      FileTree.delete(sources);
      maven("process-classes", "-Dtry.phase=process-classes", "-pl", PROGRAM, "-am");
      Files.write(described, templates);
    }
    return new SourceSet(
        "the templates",
        sources,
        target.resolve(PROGRAM).resolve("pages"),
        Stream.concat(used.stream().map(SourceSet::classes), libraries(PROGRAM).stream()).toList(),
        used);
  }

  /** Copies the resources, as the modules' poms have them, and returns their folders. */
  private List<Path> resources(Module module) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Module other : modules()) {
      String name = other.folder();
      if (other.equals(module) || module.fixtures().contains(name)) {
        folders.addFirst(folder(other).resolve("src/test/resources"));
      }
      if (other.equals(module) || module.isUsing(name)) {
        folders.addLast(folder(other).resolve("src/main/resources"));
        folders.addLast(folder(other).resolve("target/try/browser"));
      }
    }
    var documents = new TreeMap<String, Path>();
    FileTree.list(root.resolve("openapi"), _ -> true)
        .forEach((path, file) -> documents.put("florin/api/" + path, file));
    FileTree.list(root.resolve("docs"), Workspace::isServed)
        .forEach((path, file) -> documents.put("florin/docs/tree/docs/" + path, file));
    try (Stream<Path> files = Files.list(root)) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .forEach(file -> documents.put("florin/docs/tree/" + file.getFileName(), file));
    }
    Path copies = target.resolve("documents");
    FileTree.copy(documents, copies);
    folders.add(copies);
    return folders.stream().filter(Files::isDirectory).toList();
  }

  private static boolean isServed(String path) {
    return path.endsWith(".md") || path.matches("images/[^/]*\\.png");
  }

  /** Returns the libraries of a module, also those for tests. */
  private List<Path> libraries(String module) throws IOException {
    String classPath = Files.readString(folder(module).resolve("target/try/libraries")).strip();
    return Arrays.stream(classPath.split(File.pathSeparator))
        .map(Path::of)
        .filter(entry -> !entry.startsWith(root))
        .toList();
  }

  /** Resolves the libraries with Maven, if a pom or the JDK differs from the last time. */
  private void prepare() throws IOException, InterruptedException {
    List<String> poms = new ArrayList<>(List.of(System.getProperty("java.home")));
    poms.addAll(FileTree.describe(root.resolve(".mvn")));
    poms.add(Files.readString(root.resolve("pom.xml")));
    for (Module module : modules()) {
      poms.add(Files.readString(folder(module).resolve("pom.xml")));
    }
    Path prepared = target.resolve("prepared");
    String state = String.join("\n", poms);
    if (Files.exists(prepared) && Files.readString(prepared).equals(state) && librariesExist()) {
      return;
    }
    log.println("Resolving the libraries with Maven…");
    log.flush();
    Files.deleteIfExists(prepared);
    for (Module module : modules()) {
      FileTree.delete(target.resolve(module.folder()));
      FileTree.delete(folder(module).resolve("target/try"));
    }
    Files.deleteIfExists(target.resolve("templates"));
    maven("test-compile", "dependency:build-classpath", "-Dmdep.outputFile=target/try/libraries");
    Files.writeString(prepared, state);
  }

  private boolean librariesExist() throws IOException {
    for (Module module : modules()) {
      if (!Files.exists(folder(module).resolve("target/try/libraries"))
          || !libraries(module.folder()).stream().allMatch(Files::exists)) {
        return false;
      }
    }
    return true;
  }

  /** Runs Maven without its compilers. The profile has the libraries of the tests. */
  private void maven(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(root.resolve("mvnw").toString()));
    command.addAll(List.of("-f", root.resolve("pom.xml").toString(), "--quiet"));
    command.addAll(List.of("-Ptests", "-Dmaven.test.skip=true", "-Dmaven.main.skip=true"));
    command.addAll(List.of("-Dmaven.resources.skip=true", "-Dpages.phase=none", "-Dunchecked"));
    command.addAll(List.of("-Dspotless.check.skip=true", "-Dbrowser.files=target/try/browser"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException("Maven failed; its messages are above");
    }
  }

  /**
   * Compiles the program that runs the tests, apart from the tests: bench doesn't have those of the
   * server.
   */
  private List<Path> runner(IncrementalCompiler compiler) throws IOException {
    Path sources = target.resolve("runner/sources");
    String path = "florin/build/Runner.java";
    FileTree.copy(
        new TreeMap<>(Map.of(path, folder(PROGRAM).resolve("src/test/java").resolve(path))),
        sources);
    List<Path> libraries = new ArrayList<>(libraries(PROGRAM));
    libraries.removeIf(library ->
        !library.getFileName().toString().matches("(junit|opentest4j|apiguardian|jspecify).*"));
    var set = new SourceSet("try", sources, target.resolve("runner/classes"), libraries, List.of());
    if (compiler.compile(set).isEmpty()) {
      throw new IOException("the program that runs the tests doesn't compile");
    }
    var all = new ArrayList<>(List.of(set.classes()));
    libraries.stream()
        .filter(library -> library.getFileName().toString().startsWith("junit-platform-launcher"))
        .forEach(all::add);
    return all;
  }
}
