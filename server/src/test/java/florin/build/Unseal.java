package florin.build;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Removes the seal of packages from the manifests of the jars in a folder, for `./florin package`.
 *
 * <p>The AOT cache of a release is used in another folder than that of the training. The JVM (25)
 * then knows no address for the classes in the cache. It takes the second class of a sealed package
 * for a violation of the seal, and doesn't start.
 */
public final class Unseal {
  private Unseal() {}

  /**
   * Rewrites the sealed jars.
   *
   * @param arguments the folder of the jars
   */
  public static void main(String[] arguments) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
      for (Path jar : jars) {
        unseal(jar);
      }
    }
  }

  private static void unseal(Path file) throws IOException {
    try (var jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      if (manifest == null
          || !"true"
              .equalsIgnoreCase(manifest.getMainAttributes().getValue(Attributes.Name.SEALED))) {
        return;
      }
      manifest.getMainAttributes().remove(Attributes.Name.SEALED);
      Path draft = file.resolveSibling(file.getFileName() + ".draft");
      try (var out = new JarOutputStream(Files.newOutputStream(draft), manifest)) {
        for (JarEntry entry : jar.stream().toList()) {
          if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
            var copy = new JarEntry(entry.getName());
            copy.setTime(entry.getTime());
            out.putNextEntry(copy);
            try (var in = jar.getInputStream(entry)) {
              in.transferTo(out);
            }
          }
        }
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
