package florin.db;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row in the binary format of a composite type, as `record_recv` reads it: the number of fields,
 * and for each its type, length and bytes. The thread that creates a write also creates its row, so
 * that a committer only concatenates rows.
 */
final class BinaryRow {
  private static final VarHandle INT4 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT8 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /**
   * The header of a one-dimensional array: its dimensions, flags, the type of its elements, size
   * and start.
   */
  private static final int ARRAY_HEADER = 5 * Integer.BYTES;

  private static final int NULL = -1;

  private byte[] bytes;
  private int length;

  private BinaryRow(int capacity) {
    this.bytes = new byte[capacity];
  }

  static BinaryRow of(List<WireType> fields, @Nullable Object[] values) {
    var row = new BinaryRow(Integer.BYTES + fields.size() * 24);
    row.int4(values.length);
    for (int i = 0; i < values.length; i++) {
      WireType type = fields.get(i);
      Object value = values[i];
      row.int4(type.oid());
      if (value == null) {
        row.int4(NULL);
      } else {
        type.write(value, row);
      }
    }
    return row;
  }

  /** Returns all rows as one array, as `array_recv` reads it. */
  static byte[] array(int elementOid, List<BinaryRow> rows) {
    int size = ARRAY_HEADER;
    for (BinaryRow row : rows) {
      size = Math.addExact(size, Integer.BYTES + row.length);
    }
    var array = new BinaryRow(size);
    array.int4(1).int4(0).int4(elementOid).int4(rows.size()).int4(1);
    for (BinaryRow row : rows) {
      array.sized(row.bytes, row.length);
    }
    return array.bytes;
  }

  BinaryRow int1(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  BinaryRow int4(int value) {
    reserve(Integer.BYTES);
    INT4.set(bytes, length, value);
    length += Integer.BYTES;
    return this;
  }

  BinaryRow int8(long value) {
    reserve(Long.BYTES);
    INT8.set(bytes, length, value);
    length += Long.BYTES;
    return this;
  }

  void sized(byte[] value) {
    sized(value, value.length);
  }

  void text(String value) {
    sized(value.getBytes(StandardCharsets.UTF_8));
  }

  void json(byte version, String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    int4(text.length + 1).int1(version).raw(text, text.length);
  }

  private void sized(byte[] value, int size) {
    int4(size).raw(value, size);
  }

  private void raw(byte[] value, int size) {
    reserve(size);
    System.arraycopy(value, 0, bytes, length, size);
    length += size;
  }

  private void reserve(int more) {
    int needed = Math.addExact(length, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }
}
