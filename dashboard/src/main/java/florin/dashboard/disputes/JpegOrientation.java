package florin.dashboard.disputes;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.util.Matrix;

/**
 * How a camera held its sensor. A phone stores a picture as the sensor saw it, and this value to
 * show it upright (Exif 2.32, 4.6.4, tag 0x0112).
 *
 * @param value 1 to 8
 */
record JpegOrientation(int value) {
  static final JpegOrientation UPRIGHT = new JpegOrientation(1);

  private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MARKER = 0xFF;
  private static final int APP1 = 0xE1;
  private static final int START_OF_SCAN = 0xDA;
  private static final int LITTLE_ENDIAN = 0x4949;
  private static final int TAG = 0x0112;
  private static final int ENTRY_BYTES = 12;
  private static final int HIGHEST = 8;
  private static final int FIRST_TURNED = 5;

  JpegOrientation {
    if (value < 1 || value > HIGHEST) {
      throw new IllegalArgumentException("no orientation: " + value);
    }
  }

  /** Reads the orientation of a JPEG; upright if it has none, or its metadata is broken. */
  static JpegOrientation of(byte[] jpeg) {
    ByteBuffer bytes = ByteBuffer.wrap(jpeg);
    try {
      bytes.getShort(); // start of image
      while (Byte.toUnsignedInt(bytes.get()) == MARKER) {
        int marker = Byte.toUnsignedInt(bytes.get());
        int length = Short.toUnsignedInt(bytes.getShort()) - Short.BYTES;
        if (marker == START_OF_SCAN || length < 0) {
          return UPRIGHT;
        }
        ByteBuffer segment = bytes.slice(bytes.position(), length);
        if (marker == APP1 && hasExif(segment)) {
          return ofTiff(segment.slice());
        }
        bytes.position(bytes.position() + length);
      }
      return UPRIGHT;
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException torn) {
      return UPRIGHT;
    }
  }

  private static boolean hasExif(ByteBuffer segment) {
    var head = new byte[EXIF.length];
    if (segment.remaining() < head.length) {
      return false;
    }
    segment.get(head);
    return Arrays.equals(head, EXIF);
  }

  /** Looks through the entries of the first directory. */
  private static JpegOrientation ofTiff(ByteBuffer tiff) {
    if (tiff.getShort(0) == LITTLE_ENDIAN) {
      tiff.order(ByteOrder.LITTLE_ENDIAN);
    }
    int directory = tiff.getInt(4);
    int entries = Short.toUnsignedInt(tiff.getShort(directory));
    for (int i = 0; i < entries; i++) {
      int entry = directory + Short.BYTES + i * ENTRY_BYTES;
      if (tiff.getShort(entry) == TAG) {
        return new JpegOrientation(tiff.getShort(entry + 8));
      }
    }
    return UPRIGHT;
  }

  /** Returns whether width and height change places. */
  boolean isTurned() {
    return value >= FIRST_TURNED;
  }

  /** Returns the matrix that shows the unit square of a picture upright in a place. */
  Matrix matrix(PDRectangle place) {
    float left = place.getLowerLeftX();
    float right = place.getUpperRightX();
    float low = place.getLowerLeftY();
    float high = place.getUpperRightY();
    float wide = place.getWidth();
    float tall = place.getHeight();
    return switch (value) {
      case 2 -> new Matrix(-wide, 0, 0, tall, right, low);
      case 3 -> new Matrix(-wide, 0, 0, -tall, right, high);
      case 4 -> new Matrix(wide, 0, 0, -tall, left, high);
      case 5 -> new Matrix(0, -tall, -wide, 0, right, high);
      case 6 -> new Matrix(0, -tall, wide, 0, left, high);
      case 7 -> new Matrix(0, tall, wide, 0, left, low);
      case 8 -> new Matrix(0, tall, -wide, 0, right, low);
      default -> new Matrix(wide, 0, 0, tall, left, low);
    };
  }
}
