package florin.payment.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSObjectKey;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.filter.FlateFilterDecoderStream;
import org.apache.pdfbox.io.MemoryUsageSetting;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdfparser.PDFParser;
import org.apache.pdfbox.pdmodel.PDDocument;

/**
 * Opens PDFs of any origin. The objects of a PDF can be in compressed streams (ISO 32000-1, 7.5.7
 * and 7.5.8), which PDFBox decodes into the heap, and a few kilobytes of them can be gigabytes. So
 * each is decompressed once before, without being stored. Broken PDFs are not repaired, because
 * that decodes all streams.
 */
public final class BoundedPdf {
  /** The most decompressed bytes of all streams with objects. */
  private static final int MAX_OBJECT_BYTES = 16 << 20;

  /** The most columns of a predictor, which has a row of them in memory. */
  private static final int MAX_COLUMNS = 65_536;

  private static final int MAX_COLORS = 32;
  private static final int MAX_BITS = 16;
  private static final long MAX_ROW_BITS = (long) Byte.SIZE * MAX_COLUMNS;

  /** The most bytes of memory for other decompressed streams. */
  private static final long MAX_MEMORY = 64L << 20;

  private BoundedPdf() {}

  /**
   * Opens a PDF. It is read further while it is in use.
   *
   * @throws IOException if it can't be read, or is too large when decompressed
   */
  public static PDDocument open(byte[] file) throws IOException {
    return new BoundedParser(new RandomAccessReadBuffer(file)).parse(false);
  }

  private static final class BoundedParser extends PDFParser {
    private final Set<Long> checked = new HashSet<>();
    private long left = MAX_OBJECT_BYTES;

    /** Whether the table of all objects is being read, which can be a stream too. */
    private boolean isReadingTable;

    BoundedParser(RandomAccessRead file) throws IOException {
      super(file, "", null, null, MemoryUsageSetting.setupMainMemoryOnly(MAX_MEMORY).streamCache);
    }

    @Override
    protected COSDictionary retrieveTrailer() throws IOException {
      isReadingTable = true;
      try {
        return super.retrieveTrailer();
      } finally {
        isReadingTable = false;
      }
    }

    @Override
    protected COSStream parseCOSStream(COSDictionary dictionary) throws IOException {
      COSStream stream = super.parseCOSStream(dictionary);
      if (isReadingTable) {
        check(stream);
      }
      return stream;
    }

    @Override
    protected COSBase parseObjectStreamObject(long number, COSObjectKey key) throws IOException {
      if (!checked.contains(number)
          && document.getObjectFromPool(new COSObjectKey(number, 0)).getObject()
              instanceof COSStream objects) {
        check(objects);
        checked.add(number); // only now: PDFBox continues after a failure
      }
      return super.parseObjectStreamObject(number, key);
    }

    private void check(COSStream stream) throws IOException {
      if (!isUsual(stream)) {
        throw new IOException("objects in a stream of an unusual form");
      }
      if (!stream.containsKey(COSName.FILTER)) {
        return;
      }
      var part = new byte[8192];
      try (InputStream raw = stream.createRawInputStream();
          InputStream in = new FlateFilterDecoderStream(raw)) {
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
          left -= read;
          if (left < 0) {
            throw new IOException("objects that are too large");
          }
        }
      }
    }

    /**
     * Returns whether PDFBox reads the stream as the check does: deflated, with direct parameters.
     * Indirect ones could be in the stream itself.
     */
    private static boolean isUsual(COSStream stream) {
      if (stream.containsKey(COSName.DP)) {
        return false;
      }
      COSBase filter = stream.getItem(COSName.FILTER);
      COSBase parameters = stream.getItem(COSName.DECODE_PARMS);
      return filter == null
          || (COSName.FLATE_DECODE.equals(only(filter))
              && (parameters == null || isNarrow(only(parameters))));
    }

    private static COSBase only(COSBase one) {
      return one instanceof COSArray array && array.size() == 1 ? array.get(0) : one;
    }

    /** Returns whether a predictor's row is not empty and fits into memory. */
    private static boolean isNarrow(COSBase parameters) {
      if (!(parameters instanceof COSDictionary row)
          || row.getValues().stream().anyMatch(COSObject.class::isInstance)) {
        return false;
      }
      long colors = row.getInt(COSName.COLORS, 1);
      long bits = row.getInt(COSName.BITS_PER_COMPONENT, Byte.SIZE);
      long columns = row.getInt(COSName.COLUMNS, 1);
      return isIn(colors, MAX_COLORS)
          && isIn(bits, MAX_BITS)
          && isIn(columns, MAX_COLUMNS)
          && isIn(colors * bits * columns, MAX_ROW_BITS);
    }

    private static boolean isIn(long value, long most) {
      return value >= 1 && value <= most;
    }
  }
}
