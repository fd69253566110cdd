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
 * The description of a backup, as lines `name = value`: the first file of the archive.
 *
 * @param florin the version that created it
 * @param begun the start time, in ISO 8601
 * @param system PostgreSQL's identifier of the cluster
 * @param schema the last applied migration
 * @param keys the check values of the encryption keys that it needs, which reveal nothing
 */
record BackupManifest(String florin, String begun, String system, int schema, String keys) {
  static final String FILE = "florin-backup";

  /** The last file of the archive: without it, the archive is truncated. */
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
   * Parses a manifest.
   *
   * @throws IOException if it is none, or has a newer format
   */
  static BackupManifest parse(InputStream in) throws IOException {
    Map<String, String> values = values(in);
    if (!FORMAT.equals(values.get("format"))) {
      throw new IOException(
          "it was created by a newer version of Florin: restore it with that version");
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
