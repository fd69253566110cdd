package florin.build;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the classes and sources that a changed signature can affect. All names are binary names
 * with slashes.
 *
 * <p>The compiler reads a class {@code T} for a source only in these cases:
 *
 * <ul>
 *   <li>The source has the name of {@code T}, or its class files refer to {@code T}.
 *   <li>A class that the compiler reads for this source inherits from {@code T}, or names {@code T}
 *       in a signature. The source itself needs no name for {@code T} then: {@code
 *       consume(shop.owner().get())}.
 * </ul>
 *
 * <p>The parameters of a constructor count for the sources that name its class, and not for classes
 * whose members have this class in a signature: no expression has the type of such a parameter.
 * Otherwise, {@code App} would depend on the signatures of all parts, and the tests on {@code App}.
 *
 * <p>A name is enough for a source, because the compiler copies constants, and a class file does
 * not refer to the class of a copied constant.
 */
final class Dependents {
  private static final Pattern BETWEEN_NAMES = Pattern.compile("[^\\w$]+");

  /** The class that is named, and the classes that name it. */
  private final Map<String, Set<String>> subtypes = new HashMap<>();

  private final Map<String, Set<String>> namedBy = new HashMap<>();
  private final Map<String, Set<String>> namedByMembersOf = new HashMap<>();

  /** The simple names of a class and its subtypes. */
  private final Map<String, Set<String>> inheritors = new HashMap<>();

  /** Adds a class file to the classes that can be affected. */
  void add(String name, byte[] file) {
    add(subtypes, name, ClassSignatures.supertypes(file));
    add(namedBy, name, ClassSignatures.named(file));
    add(namedByMembersOf, name, ClassSignatures.namedByMembers(file));
  }

  private static void add(Map<String, Set<String>> edges, String from, Set<String> named) {
    for (String name : named) {
      if (!name.startsWith("java/") && !name.equals(from)) {
        edges.computeIfAbsent(name, _ -> new HashSet<>()).add(from);
      }
    }
  }

  /**
   * Returns the changed classes, and all that the compiler may read differently because of them.
   */
  Set<String> affectedBy(Set<String> changed) {
    Set<String> affected =
        closure(
            changed,
            name -> {
              var all = new HashSet<>(next(subtypes, name));
              all.addAll(next(namedByMembersOf, name));
              return all;
            });
    for (String name : closure(changed, name -> next(subtypes, name))) {
      affected.addAll(next(namedBy, name));
    }
    return affected;
  }

  private static Set<String> next(Map<String, Set<String>> edges, String name) {
    return edges.getOrDefault(name, Set.of());
  }

  private static Set<String> closure(Set<String> start, Function<String, Set<String>> edges) {
    var reached = new HashSet<>(start);
    Set<String> last = start;
    while (!last.isEmpty()) {
      var found = new HashSet<String>();
      last.forEach(name -> found.addAll(edges.apply(name)));
      found.removeAll(reached);
      reached.addAll(found);
      last = found;
    }
    return reached;
  }

  /**
   * Returns whether a text has the name of one of the classes. Before the name of a nested class, a
   * source names the class around it, or a subtype of this class, at least in an import.
   */
  boolean mentions(String text, Set<String> classes) {
    Set<String> words = BETWEEN_NAMES.splitAsStream(text).collect(Collectors.toSet());
    return classes.stream()
        .anyMatch(name -> words.contains(simpleName(name)) && hasOuter(words, name));
  }

  private boolean hasOuter(Set<String> words, String name) {
    int end = name.indexOf('$');
    return end < 0
        || inheritors.computeIfAbsent(name.substring(0, end), this::inheritors).stream()
            .anyMatch(words::contains);
  }

  private Set<String> inheritors(String name) {
    return closure(Set.of(name), sub -> next(subtypes, sub)).stream()
        .map(Dependents::simpleName)
        .collect(Collectors.toSet());
  }

  private static String simpleName(String name) {
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1);
  }
}
