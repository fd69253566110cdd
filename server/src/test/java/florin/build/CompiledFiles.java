package florin.build;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * Keeps the class files of one compilation in memory, and hides outdated class files from the
 * compiler.
 */
final class CompiledFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
  private final Set<String> hidden;

  /** The class files by the binary name with slashes, for each source. */
  private final Map<Path, Map<String, ByteArrayOutputStream>> written = new HashMap<>();

  /**
   * @param hidden binary names of the classes to hide, with slashes
   */
  CompiledFiles(StandardJavaFileManager files, Set<String> hidden) {
    super(files);
    this.hidden = Set.copyOf(hidden);
  }

  /** Returns the class files by name, for each source. */
  Map<Path, Map<String, byte[]>> written() {
    var all = new HashMap<Path, Map<String, byte[]>>();
    written.forEach((source, classes) -> {
      var files = new TreeMap<String, byte[]>();
      classes.forEach((name, file) -> files.put(name, file.toByteArray()));
      all.put(source, files);
    });
    return all;
  }

  @Override
  public Iterable<JavaFileObject> list(
      Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
      throws IOException {
    Iterable<JavaFileObject> files = super.list(location, packageName, kinds, recurse);
    if (location != StandardLocation.CLASS_PATH || hidden.isEmpty()) {
      return files;
    }
    List<JavaFileObject> visible = new ArrayList<>();
    for (JavaFileObject file : files) {
      String name = inferBinaryName(location, file);
      if (name == null || !hidden.contains(name.replace('.', '/'))) {
        visible.add(file);
      }
    }
    return visible;
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
    var file = new ByteArrayOutputStream();
    written
        .computeIfAbsent(Path.of(sibling.toUri()), _ -> new TreeMap<>())
        .put(className.replace('.', '/'), file);
    return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/')), kind) {
      @Override
      public OutputStream openOutputStream() {
        return file;
      }
    };
  }
}
