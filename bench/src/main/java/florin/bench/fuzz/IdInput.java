package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.core.Id;
import florin.http.IdText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads a text as an id. Its first sixteen bytes are also used as the id's UUID. */
final class IdInput implements InputReader {
  private static final int BYTES = 16;

  private final List<Id.Kind<?>> kinds =
      Arrays.stream(Id.class.getPermittedSubclasses()).<Id.Kind<?>>map(IdInput::kind).toList();

  @Override
  public boolean read(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    long fitting = kinds.stream().filter(kind -> isReadRight(kind, text)).count();
    require(fitting <= 1, "an id has two kinds");
    require(fitting == 0 || IdText.is(text), "an id doesn't look like one");
    ByteBuffer bits = ByteBuffer.wrap(Arrays.copyOf(input, BYTES));
    UUID uuid = new UUID(bits.getLong(), bits.getLong());
    kinds.forEach(kind -> checkWritten(kind, uuid));
    return fitting == 1;
  }

  private static boolean isReadRight(Id.Kind<?> kind, String text) {
    Optional<? extends Id> id = kind.parse(text);
    id.ifPresent(it -> require(it.text().equals(text), "an id has two spellings"));
    return id.isPresent();
  }

  private static void checkWritten(Id.Kind<?> kind, UUID uuid) {
    String text = kind.of().apply(uuid).text();
    require(
        kind.parse(text).filter(it -> it.uuid().equals(uuid)).isPresent(),
        () -> "an id of " + kind.noun() + " changes when read again");
    require(IdText.is(text), () -> "an id of " + kind.noun() + " doesn't look like one");
  }

  private static Id.Kind<?> kind(Class<?> id) {
    try {
      return (Id.Kind<?>) id.getField("KIND").get(null);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(id + " has no kind", missing);
    }
  }
}
