package florin.testing;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Sends a form with a file, as browsers do (RFC 7578). */
public final class FileForm {
  private static final String BOUNDARY = "----florin-test";

  private FileForm() {}

  /** Sends the form of a page with a file in the field `file`. */
  public static Reply send(
      DashboardClient by,
      String page,
      String action,
      String token,
      Map<String, String> fields,
      byte[] file) {
    var texts = new HashMap<>(fields);
    texts.put("csrf", token);
    var body = new ByteArrayOutputStream();
    String begin = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"";
    texts.forEach((name, text) -> write(body, begin + name + "\"\r\n\r\n" + text + "\r\n"));
    write(body, begin + "file\"; filename=\"file\"\r\n\r\n");
    body.writeBytes(file);
    write(body, "\r\n--" + BOUNDARY + "--\r\n");
    return by.send(
        by.request(action)
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .header("Origin", by.origin())
            .header("Referer", by.origin() + page)
            .POST(BodyPublishers.ofByteArray(body.toByteArray()))
            .build());
  }

  private static void write(ByteArrayOutputStream body, String text) {
    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
