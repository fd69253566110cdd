package florin.build;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
  /** The modules, each after those that it uses. */
  enum Module {
    EMULATOR("stripe-emulator"),
    SERVER("server"),
    BENCH("bench");

    private final String folder;

    Module(String folder) {
      this.folder = folder;
    }

    String folder() {
      return folder;
    }
  }

  private static final Pattern ARGUMENTS = Pattern.compile("<argLine>(.*?)</argLine>");

  private final Path root;
  private final Path target;
  private final PrintWriter log;

  Workspace(Path root, PrintWriter log) {
    this.root = root;
    this.target = root.resolve("target/try");
    this.log = log;
  }

  Path folder(Module module) {
    return root.resolve(module.folder());
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
      SourceSet emulator = main(Module.EMULATOR, List.of());
      List<Path> resources = resources(module);
      List<SourceSet> sets = new ArrayList<>(List.of(emulator));
      List<SourceSet> used = List.of(emulator);
      if (module != Module.EMULATOR) {
        SourceSet server = main(Module.SERVER, List.of());
        sets.addAll(List.of(server, pages(server)));
        used = List.of(emulator, server);
      }
      if (module == Module.BENCH) {
        SourceSet bench = main(Module.BENCH, used);
        sets.add(bench);
        used = Stream.concat(used.stream(), Stream.of(bench)).toList();
      }
      sets.add(set(module, "test", used));
      for (SourceSet set : sets) {
        if (compiler.compile(set).isEmpty()) {
          return Optional.empty();
        }
      }
      List<Path> classPath = new ArrayList<>(List.of(sets.getLast().classes()));
      sets.reversed().stream().skip(1).map(SourceSet::classes).forEach(classPath::add);
      classPath.addAll(resources);
      classPath.addAll(libraries(module));
      classPath.addAll(runner(compiler));
      return Optional.of(classPath);
    }
  }

  private SourceSet main(Module module, List<SourceSet> used) throws IOException {
    return set(module, "main", used);
  }

  private SourceSet set(Module module, String part, List<SourceSet> used) throws IOException {
    return new SourceSet(
        module.folder() + "/src/" + part,
        folder(module).resolve("src/" + part + "/java"),
        target.resolve(module.folder()).resolve(part),
        Stream.concat(used.stream().map(SourceSet::classes), libraries(module).stream()).toList(),
        used);
  }

  /** Returns the templates as Java sources, which jte generates again if one differs. */
  private SourceSet pages(SourceSet server) throws IOException, InterruptedException {
    Path sources = folder(Module.SERVER).resolve("target/try/pages");
    Path described = target.resolve("templates");
    List<String> templates = FileTree.describe(folder(Module.SERVER).resolve("src/main/jte"));
    if (!Files.exists(described) || !Files.readAllLines(described).equals(templates)) {
      log.println("Generating the sources of the templates…");
      log.flush();
      Files.deleteIfExists(described);
      FileTree.delete(sources);
      maven("-pl", Module.SERVER.folder(), "jte:generate@try");
      Files.write(described, templates);
    }
    return new SourceSet(
        "the templates",
        sources,
        target.resolve("server/pages"),
        Stream.concat(Stream.of(server.classes()), libraries(Module.SERVER).stream()).toList(),
        List.of(server));
  }

  /** Copies the resources, as the modules' poms have them, and returns their folders. */
  private List<Path> resources(Module module) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Module used : Module.values()) {
      if (used == module) {
        folders.addFirst(folder(module).resolve("src/test/resources"));
      }
      if (used.compareTo(module) <= 0) {
        folders.addLast(folder(used).resolve("src/main/resources"));
      }
    }
    if (module != Module.EMULATOR) {
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
      Path copies = target.resolve("server/documents");
      FileTree.copy(documents, copies);
      folders.add(copies);
      folders.add(folder(Module.SERVER).resolve("target/try/browser"));
    }
    return folders.stream().filter(Files::isDirectory).toList();
  }

  private static boolean isServed(String path) {
    return path.endsWith(".md") || path.matches("images/[^/]*\\.png");
  }

  /** Returns the libraries of a module, also those for tests. */
  private List<Path> libraries(Module module) throws IOException {
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
    for (Module module : Module.values()) {
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
    for (Module module : Module.values()) {
      FileTree.delete(target.resolve(module.folder()));
      FileTree.delete(folder(module).resolve("target/try"));
    }
    Files.deleteIfExists(target.resolve("templates"));
    maven(
        "compile",
        "dependency:build-classpath",
        "-Dunchecked",
        "-Dmaven.main.skip=true",
        "-Dmaven.resources.skip=true",
        "-Djte.skip=true",
        "-Dspotless.check.skip=true",
        "-Dbrowser.files=target/try/browser",
        "-Dmdep.outputFile=target/try/libraries");
    Files.writeString(prepared, state);
  }

  private boolean librariesExist() throws IOException {
    for (Module module : Module.values()) {
      if (!Files.exists(folder(module).resolve("target/try/libraries"))
          || !libraries(module).stream().allMatch(Files::exists)) {
        return false;
      }
    }
    return true;
  }

  private void maven(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(root.resolve("mvnw").toString()));
    command.addAll(List.of("-f", root.resolve("pom.xml").toString(), "--quiet"));
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
    FileTree.copy(new TreeMap<>(Map.of(path, testSources(Module.SERVER).resolve(path))), sources);
    List<Path> libraries = new ArrayList<>(libraries(Module.SERVER));
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
