package florin.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Forms with files, taken apart in both ways: as a whole in memory, and in the body's own file. */
public final class FuzzedForm {
  private FuzzedForm() {}

  /**
   * @param files by the names of their fields, at most one where it came in a file
   */
  public record Parts(List<Form.FormValue> texts, Map<String, byte[]> files) {
    /** Whether both have the same. */
    public boolean isSameAs(Parts other) {
      return texts.equals(other.texts)
          && files.keySet().equals(other.files.keySet())
          && files.entrySet().stream()
              .allMatch(file -> Arrays.equals(file.getValue(), other.files.get(file.getKey())));
    }
  }

  /** Empty for what is malformed. */
  public static Optional<Parts> inMemory(String contentType, byte[] body) {
    return Multipart.parse(contentType, body).map(it -> new Parts(it.texts(), it.files()));
  }

  /**
   * The same, where one file at most came.
   *
   * @param file which is written, and left as it is then
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
