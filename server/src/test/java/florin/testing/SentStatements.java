package florin.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the SQL that the driver sends to PostgreSQL. It reads the Parse (P) and Query (Q)
 * messages of the protocol and passes everything through.
 */
final class SentStatements {
  private static final int HEADER = 5;

  /** The remaining length of an SSLRequest, which, like the startup message, has no type. */
  private static final int QUESTION = 4;

  private final Set<String> all = ConcurrentHashMap.newKeySet();

  Set<String> all() {
    return all;
  }

  /** Returns a stream that records the statements and passes every byte on. */
  OutputStream listen(OutputStream out) {
    return new Ear(out);
  }

  /**
   * One connection: first messages without a type, then messages with a type, a length and a body.
   */
  private final class Ear extends OutputStream {
    private final OutputStream out;
    private final byte[] header = new byte[HEADER];
    private int inHeader = 1; // the first message begins with its length
    private int left;
    private boolean isQuestion;
    private byte[] body = new byte[0];

    Ear(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      hear(bytes, from, from + length);
      out.write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }

    private void hear(byte[] bytes, int from, int end) {
      int at = from;
      while (at < end) {
        if (inHeader < HEADER) {
          header[inHeader++] = bytes[at++];
          if (inHeader == HEADER) {
            begin();
          }
        } else {
          int taken = Math.min(left, end - at);
          if (isHeard()) {
            System.arraycopy(bytes, at, body, body.length - left, taken);
          }
          at += taken;
          left -= taken;
        }
        if (inHeader == HEADER && left == 0) {
          end();
        }
      }
    }

    private void begin() {
      left =
          ((header[1] & 0xff) << 24
                  | (header[2] & 0xff) << 16
                  | (header[3] & 0xff) << 8
                  | (header[4] & 0xff))
              - 4;
      isQuestion = header[0] == 0 && left == QUESTION;
      body = new byte[isHeard() ? left : 0];
    }

    private void end() {
      if (isHeard()) {
        int begin = header[0] == 'Q' ? 0 : length(0) + 1; // after the name of a prepared statement
        all.add(new String(body, begin, length(begin), StandardCharsets.UTF_8));
      }
      inHeader = isQuestion ? 1 : 0;
      body = new byte[0];
    }

    private int length(int begin) {
      int end = begin;
      while (body[end] != 0) {
        end++;
      }
      return end - begin;
    }

    private boolean isHeard() {
      return header[0] == 'P' || header[0] == 'Q';
    }
  }
}
