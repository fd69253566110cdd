package florin.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses forms with files with both parsers: in memory, and within the file of the body. */
public final class FuzzedForm {
  private FuzzedForm() {}

  /**
   * A parsed form.
   *
   * @param files content of each file field; at most one if parsed within a file
   */
  public record Parts(List<Form.FormValue> texts, Map<String, byte[]> files) {
    /** Returns whether both forms have the same fields and files. */
    public boolean isSameAs(Parts other) {
      return texts.equals(other.texts)
          && files.keySet().equals(other.files.keySet())
          && files.entrySet().stream()
              .allMatch(file -> Arrays.equals(file.getValue(), other.files.get(file.getKey())));
    }
  }

  /** Parses a form in memory. Returns empty if it is malformed. */
  public static Optional<Parts> inMemory(String contentType, byte[] body) {
    return Multipart.parse(contentType, body).map(it -> new Parts(it.texts(), it.files()));
  }

  /**
   * Parses a form within a file. Returns empty if it is malformed or has more than one file.
   *
   * @param file file to write the body to, which is not deleted
   */
  public static Optional<Parts> inFile(String contentType, byte[] body, Path file)
      throws IOException {
    Files.write(file, body);
    Optional<SpooledForm> form = SpooledForm.takeApart(contentType, file);
    if (form.isEmpty()) {
      return Optional.empty();
    }
    Map<String, byte[]> files =
        form.get().file().isPresent()
            ? Map.of(form.get().file().get().field(), Files.readAllBytes(file))
            : Map.of();
    return Optional.of(new Parts(form.get().texts(), files));
  }
}
