package florin.build;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The program behind `./florin try`: compiles the changed sources, and runs the named tests. */
public final class Try {
  private static final int USAGE = 2;
  private static final int SUGGESTIONS = 3;

  private static final String HELP =
      """
      Compiles the sources that changed, and runs tests of one or more classes.

      Usage: ./florin try [--drills] [-Dname=value…] CLASS[#METHOD]…

        CLASS        A test class of any module, with or without its package.
        METHOD       A test method, with or without parameters. * matches any characters.
        --drills     Also run tests with the tag drill.
        -D…          Set a system property of the tests, for example -Dmodel.seed=42.

      Error Prone, NullAway and the formatter don't run; ./florin test runs them. The compiler prints
      warnings, which ./florin test rejects.

      The command compiles a source again if its text differs, or if it can depend on a signature that
      differs: of a class, a member, a constant or a supertype. The result is the same as that of a
      full build. It is in target/try, apart from Maven's classes. To start afresh, delete that folder.
      The first run, and the first one after a change of a pom.xml, compiles everything.

      Examples
        ./florin try MoneyTest
        ./florin try PaymentListTest#a_filter_*
        ./florin try --drills CrashMatrixTest

      Exit codes: 0 tests ran and all passed; 1 a test failed, a source doesn't compile, or no test ran;
      2 the command line is invalid.
      """;

  private final Workspace workspace;
  private final PrintWriter log;

  private Try(Path root, PrintWriter log) {
    this.workspace = new Workspace(root, log);
    this.log = log;
  }

  /**
   * Runs the command.
   *
   * @param arguments the root of the source tree, and the arguments of the command
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> words = List.of(arguments).subList(1, arguments.length);
    var log = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    if (words.isEmpty() || words.contains("--help") || words.contains("-h")) {
      System.out.print(HELP);
      System.exit(words.isEmpty() ? USAGE : 0);
    }
    System.exit(new Try(Path.of(arguments[0]), log).run(words));
  }

  private int run(List<String> words) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>();
    List<String> selectors = new ArrayList<>();
    for (String word : words) {
      if (word.equals("--drills")) {
        options.add("-Ddrills");
      } else if (word.startsWith("-D")) {
        options.add(word);
      } else if (word.startsWith("-")) {
        log.println("Unknown option " + word + ". Run ./florin try --help for the options.");
        return USAGE;
      } else {
        selectors.add(word);
      }
    }
    if (selectors.isEmpty()) {
      log.println("Name a test class: ./florin try CLASS[#METHOD]. Nothing was compiled.");
      return USAGE;
    }
    Map<Workspace.Module, List<String>> tests = new LinkedHashMap<>();
    for (String selector : selectors) {
      List<TestClass> found = find(selector);
      if (found.size() != 1) {
        log.println(complaint(selector, found));
        return USAGE;
      }
      tests
          .computeIfAbsent(found.getFirst().module(), _ -> new ArrayList<>())
          .add(found.getFirst().name() + method(selector));
    }
    int result = 0;
    for (var module : tests.entrySet()) {
      var classPath = workspace.compile(module.getKey());
      if (classPath.isEmpty()) {
        log.println("The sources don't compile; the errors are above. No test ran.");
        return 1;
      }
      result =
          Math.max(result, runTests(module.getKey(), classPath.get(), options, module.getValue()));
    }
    return result;
  }

  private record TestClass(Workspace.Module module, String name) {
    String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  private static String method(String selector) {
    int end = selector.indexOf('#');
    return end < 0 ? "" : selector.substring(end);
  }

  private static String className(String selector) {
    int end = selector.indexOf('#');
    return end < 0 ? selector : selector.substring(0, end);
  }

  private List<TestClass> find(String selector) throws IOException {
    String name = className(selector);
    return all().stream()
        .filter(test -> test.name().equals(name) || test.simpleName().equals(name))
        .toList();
  }

  private List<TestClass> all() throws IOException {
    List<TestClass> all = new ArrayList<>();
    for (Workspace.Module module : workspace.modules()) {
      for (String path :
          FileTree.list(workspace.testSources(module), file -> file.endsWith(".java")).keySet()) {
        String name = path.substring(0, path.length() - ".java".length());
        all.add(new TestClass(module, name.replace(File.separatorChar, '.')));
      }
    }
    return all;
  }

  private String complaint(String selector, List<TestClass> found) throws IOException {
    String name = className(selector);
    if (found.size() > 1) {
      return "Several test classes are called "
          + name
          + ". Name one with its package: "
          + String.join(", ", found.stream().map(TestClass::name).toList())
          + ".";
    }
    String simple = name.substring(name.lastIndexOf('.') + 1);
    List<String> near =
        all().stream()
            .filter(test -> test.simpleName().endsWith("Test"))
            .sorted(Comparator.comparingInt(test -> distance(simple, test.simpleName())))
            .limit(SUGGESTIONS)
            .map(TestClass::name)
            .toList();
    return "No test class is called "
        + name
        + ". Similar names: "
        + String.join(", ", near)
        + ". Nothing was compiled.";
  }

  /** Returns how much two names differ; a name that contains the other is near. */
  private static int distance(String wanted, String name) {
    String some = wanted.toLowerCase(Locale.ROOT);
    String other = name.toLowerCase(Locale.ROOT);
    return other.contains(some) ? 0 : Edits.between(some, other);
  }

  private int runTests(
      Workspace.Module module, List<Path> classPath, List<String> options, List<String> tests)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-enableassertions"); // as Surefire does
    command.addAll(workspace.jvmOptions());
    command.add("-Dbasedir=" + workspace.folder(module));
    command.addAll(options);
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    command.add("florin.build.Runner");
    command.addAll(tests);
    Path folder = workspace.folder(module);
    Files.createDirectories(folder.resolve("target"));
    return new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor();
  }
}
