package florin.backup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * What a backup says of itself, as lines `name = value`: it is the first of the archive.
 *
 * @param florin the version that made it
 * @param begun when, in ISO 8601
 * @param system what PostgreSQL calls the cluster
 * @param schema the last migration that had run
 * @param keys the check values of the secret keys that it needs: they give nothing away
 */
record BackupManifest(String florin, String begun, String system, int schema, String keys) {
  static final String FILE = "florin-backup";

  /** The last of the archive: without it, there is less than there was. */
  static final String END = "florin-backup-end";

  private static final String FORMAT = "1";
  private static final int MOST_BYTES = 16 * 1024;

  String text() {
    var values = new LinkedHashMap<String, String>();
    values.put("format", FORMAT);
    values.put("florin", florin);
    values.put("begun", begun);
    values.put("system", system);
    values.put("schema", Integer.toString(schema));
    values.put("keys", keys);
    return text(values);
  }

  /**
   * @throws IOException when it is none, or of a later format
   */
  static BackupManifest parse(InputStream in) throws IOException {
    Map<String, String> values = values(in);
    if (!FORMAT.equals(values.get("format"))) {
      throw new IOException("it was made by a later Florin: restore it with that one");
    }
    try {
      return new BackupManifest(
          value(values, "florin"),
          value(values, "begun"),
          value(values, "system"),
          Integer.parseInt(value(values, "schema")),
          value(values, "keys"));
    } catch (NumberFormatException malformed) {
      throw new IOException("its manifest is malformed", malformed);
    }
  }

  static String text(SequencedMap<String, String> values) {
    return values.entrySet().stream()
        .map(value -> value.getKey() + " = " + value.getValue() + "\n")
        .collect(Collectors.joining());
  }

  static Map<String, String> values(InputStream in) throws IOException {
    var values = new HashMap<String, String>();
    new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split(" = ", 2))
        .filter(parts -> parts.length == 2)
        .forEach(parts -> values.put(parts[0], parts[1]));
    return values;
  }

  static String value(Map<String, String> values, String name) throws IOException {
    String value = values.get(name);
    if (value == null) {
      throw new IOException("its manifest lacks `" + name + "`");
    }
    return value;
  }
}
