package florin.db;

import java.time.Instant;
import java.util.UUID;

/**
 * A type of PostgreSQL with its binary format, which its `…recv` function reads.
 *
 * <p>The object identifiers are those of PostgreSQL's own catalog (`pg_type.dat`), equal in every
 * database.
 */
enum WireType {
  BIGINT("bigint", 20),
  INTEGER("integer", 23),
  BOOLEAN("boolean", 16),
  TEXT("text", 25),
  BYTEA("bytea", 17),
  UUID("uuid", 2950),
  TIMESTAMPTZ("timestamptz", 1184),
  JSONB("jsonb", 3802);

  /** The start of PostgreSQL's time, which counts microseconds. */
  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  private static final byte JSONB_VERSION = 1;

  private final String sql;
  private final int oid;

  WireType(String sql, int oid) {
    this.sql = sql;
    this.oid = oid;
  }

  static WireType named(String sql) {
    for (WireType type : values()) {
      if (type.sql.equals(sql)) {
        return type;
      }
    }
    throw new IllegalArgumentException("no binary form is known of the type " + sql);
  }

  String sql() {
    return sql;
  }

  int oid() {
    return oid;
  }

  /** Writes the value, preceded by its length. */
  void write(Object value, BinaryRow row) {
    switch (this) {
      case BIGINT -> row.int4(Long.BYTES).int8((Long) value);
      case INTEGER -> row.int4(Integer.BYTES).int4((Integer) value);
      case BOOLEAN -> row.int4(1).int1((Boolean) value ? 1 : 0);
      case TEXT -> row.text((String) value);
      case BYTEA -> row.sized((byte[]) value);
      case UUID -> {
        var uuid = (UUID) value;
        row.int4(2 * Long.BYTES)
            .int8(uuid.getMostSignificantBits())
            .int8(uuid.getLeastSignificantBits());
      }
      case TIMESTAMPTZ -> row.int4(Long.BYTES).int8(micros((Instant) value));
      case JSONB -> row.json(JSONB_VERSION, (String) value);
    }
  }

  /** Returns microseconds, rounded in the same way as PostgreSQL reads text. */
  private static long micros(Instant instant) {
    long seconds = Math.subtractExact(instant.getEpochSecond(), EPOCH.getEpochSecond());
    return Math.addExact(
        Math.multiplyExact(seconds, 1_000_000L), (instant.getNano() + 500) / 1_000);
  }
}
