package florin.testing;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.HexFormat;

/** Files of evidence for tests. */
public final class EvidenceFiles {
  /** The beginning of a PNG, which Florin checks. */
  public static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a");

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
