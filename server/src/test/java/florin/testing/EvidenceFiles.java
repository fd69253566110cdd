package florin.testing;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.HexFormat;

/** Files of evidence for tests. */
public final class EvidenceFiles {
  /** A PNG with one pixel. */
  public static final byte[] PNG =
      HexFormat.of()
          .parseHex(
              "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49"
                  + "444154789c63f80f0001010100b138f6140000000049454e44ae426082");

  private EvidenceFiles() {}

  /** Adds a file to the evidence of a dispute, and returns its id. */
  public static String add(TestClient client, String dispute) {
    return client
        .send(
            client
                .request("/v2/disputes/" + dispute + "/evidence/files?kind=receipt")
                .header("Content-Type", "image/png")
                .POST(BodyPublishers.ofByteArray(PNG))
                .build())
        .text("/id");
  }
}
