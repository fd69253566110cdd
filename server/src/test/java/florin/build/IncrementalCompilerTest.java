package florin.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After each change, the classes are those of a full build, and few sources were compiled. */
class IncrementalCompilerTest {
  @TempDir private Path folder;

  private final StringWriter log = new StringWriter();
  private final IncrementalCompiler compiler = new IncrementalCompiler(new PrintWriter(log));
  private int builds;

  @BeforeEach
  void write_a_shop() throws IOException {
    main("Named", "public interface Named { default String name() { return \"\"; } }");
    main("Person", "public class Person implements Named { public int age() { return 1; } }");
    main(
        "Shop",
        """
        import java.util.Optional;
        public class Shop {
          public static final int LIMIT = 3;
          public Optional<Person> owner() { return Optional.empty(); }
          int probe() { return new Object() {}.hashCode(); }
        }
        """);
    main("Caller", "class Caller { int age(Shop shop) { return shop.owner().get().age(); } }");
    main("Limited", "class Limited { int limit = Shop.LIMIT + 1; }");
    main("Alone", "class Alone { }");
    main(
        "Inferred",
        """
        class Inferred {
          static void consume(Named named) {}
          static void run(Shop shop) { consume(shop.owner().get()); }
        }
        """);
    main("Stack", "import java.util.*; class Stacks { Map<String, List<String>> map; }");
    test("ShopTest", "class ShopTest { String name(Person person) { return person.name(); } }");
    assertThat(build()).hasSize(9);
  }

  @Test
  void unchanged_sources_are_not_compiled() throws IOException {
    assertThat(build()).isEmpty();
    main("Alone", "class Alone { }");
    assertThat(build()).as("same text, other time").isEmpty();
  }

  @Test
  void a_changed_body_compiles_one_source() throws IOException {
    main("Person", "public class Person implements Named { public int age() { return 2; } }");

    assertThat(build()).containsExactly("Person.java");
  }

  @Test
  void a_new_local_class_and_a_private_member_compile_one_source() throws IOException {
    main(
        "Person",
        """
        public class Person implements Named {
          private int count;
          public int age() { return new Object() { int two = ++count; }.two; }
        }
        """);

    assertThat(build()).containsExactly("Person.java");
  }

  @Test
  void a_changed_return_type_compiles_the_callers() throws IOException {
    main("Person", "public class Person implements Named { public short age() { return 2; } }");

    assertThat(build())
        .contains("Person.java", "Caller.java", "Inferred.java", "ShopTest.java")
        .doesNotContain("Alone.java");
  }

  @Test
  void a_copied_constant_is_copied_again() throws IOException {
    replace("Shop", "LIMIT = 3", "LIMIT = 4");

    assertThat(build()).contains("Limited.java").doesNotContain("Alone.java");
  }

  @Test
  void an_inherited_method_that_changes_compiles_callers_that_only_name_the_subclass()
      throws IOException {
    main("Named", "public interface Named { default CharSequence name() { return \"\"; } }");

    assertThat(tryBuild()).isEmpty();
    assertThat(log.toString()).contains("ShopTest.java");
  }

  @Test
  void an_error_in_a_source_that_does_not_name_the_changed_class_is_found() throws IOException {
    main("Person", "public class Person { public int age() { return 1; } }");
    test("ShopTest", "class ShopTest { }");

    assertThat(tryBuild()).isEmpty();
    assertThat(log.toString()).contains("Inferred.java");
  }

  @Test
  void a_new_class_hides_an_imported_one() throws IOException {
    main("List", "class List<T> { }");

    assertThat(build()).containsExactly("List.java", "Stack.java");
  }

  @Test
  void a_failed_compilation_changes_nothing_and_is_repeated() throws IOException {
    Map<String, Long> before = classes(folder.resolve("target"));
    String text = Files.readString(folder.resolve("main/Person.java"));
    Files.delete(folder.resolve("main/Person.java"));
    assertThat(tryBuild()).isEmpty();
    assertThat(log.toString()).contains("Shop.java");
    assertThat(classes(folder.resolve("target"))).isEqualTo(before);
    assertThat(tryBuild()).isEmpty();

    Files.writeString(folder.resolve("main/Person.java"), text);
    assertThat(build()).isEmpty();
  }

  @Test
  void tests_that_failed_to_compile_are_compiled_after_the_next_change() throws IOException {
    replace("Named", "name()", "label()");
    assertThat(tryBuild()).isEmpty();
    log.getBuffer().setLength(0);

    assertThat(tryBuild()).isEmpty();
    assertThat(log.toString()).contains("ShopTest.java").doesNotContain("src/main");
    test("ShopTest", "class ShopTest { String name(Person person) { return person.label(); } }");
    assertThat(build()).containsExactly("ShopTest.java");
  }

  @Test
  void removed_sources_and_nested_classes_leave_no_class() throws IOException {
    main("Alone", "class Alone { static class Nested { } }");
    build();
    main("Alone", "class Alone { }");
    assertThat(build()).containsExactly("Alone.java");
    Files.delete(folder.resolve("main/Alone.java"));

    assertThat(build()).isEmpty();
  }

  private void main(String name, String text) throws IOException {
    write("main", name, text);
  }

  private void test(String name, String text) throws IOException {
    write("test", name, text);
  }

  private void write(String part, String name, String text) throws IOException {
    Files.createDirectories(folder.resolve(part));
    Files.writeString(folder.resolve(part).resolve(name + ".java"), "package shop;\n" + text);
  }

  private void replace(String name, String old, String text) throws IOException {
    Path file = folder.resolve("main").resolve(name + ".java");
    Files.writeString(file, Files.readString(file).replace(old, text));
  }

  /** Compiles what changed, compares the classes with a full build, and returns the sources. */
  private Set<String> build() throws IOException {
    Optional<Set<String>> compiled = tryBuild();
    assertThat(compiled).as(log.toString()).isPresent();
    Path other = folder.resolve("full" + builds++);
    assertThat(compile(other)).isPresent();
    assertThat(classes(folder.resolve("target"))).isEqualTo(classes(other));
    return compiled.orElseThrow();
  }

  private Optional<Set<String>> tryBuild() throws IOException {
    return compile(folder.resolve("target"));
  }

  private Optional<Set<String>> compile(Path target) throws IOException {
    var main =
        new SourceSet(
            "src/main", folder.resolve("main"), target.resolve("main"), List.of(), List.of());
    var test =
        new SourceSet(
            "src/test",
            folder.resolve("test"),
            target.resolve("test"),
            List.of(main.classes()),
            List.of(main));
    var sources = new TreeSet<String>();
    for (SourceSet set : List.of(main, test)) {
      Optional<Set<String>> compiled = compiler.compile(set);
      if (compiled.isEmpty()) {
        return Optional.empty();
      }
      sources.addAll(compiled.get());
    }
    return Optional.of(sources);
  }

  private static Map<String, Long> classes(Path target) throws IOException {
    var classes = new TreeMap<String, Long>();
    for (var file : FileTree.list(target, path -> path.endsWith(".class")).entrySet()) {
      var sum = new CRC32();
      sum.update(Files.readAllBytes(file.getValue()));
      classes.put(file.getKey(), sum.getValue());
    }
    return classes;
  }
}
