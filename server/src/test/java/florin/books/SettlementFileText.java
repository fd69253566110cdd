package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;

/** Settlement files in Florin's own format. */
public final class SettlementFileText {
  private static final String HEADER =
      "reference,type,object,currency,gross,fee,tax,net,original_currency,original_amount,description,occurred_at,available_at,payout\n";

  private SettlementFileText() {}

  /** Imports a file with one fee, and returns the id of the settlement. */
  public static String importOne(TestClient client) {
    Reply taken = send(client, of(row("F1", "fee", "", -100, 0, "")));
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    return taken.text("/id");
  }

  public static String of(String... rows) {
    return HEADER + String.join("", rows);
  }

  public static String row(
      String reference, String type, String object, long gross, long fee, String payout) {
    return "%s,%s,%s,usd,%d,%d,0,%d,,,,2026-11-28T10:00:00Z,2026-11-30,%s\n"
        .formatted(reference, type, object, gross, fee, gross - fee, payout);
  }

  static Reply send(TestClient client, String file) {
    return send(client, "?connector=simulator&format=csv&file_name=nov.csv", file);
  }

  static Reply send(TestClient client, String query, String file) {
    return client.send(
        client
            .request("/v2/settlements" + query)
            .header("Content-Type", "text/csv")
            .POST(BodyPublishers.ofString(file))
            .build());
  }
}
