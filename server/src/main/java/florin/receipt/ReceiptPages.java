package florin.receipt;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/**
 * The pages as HTML. Each brings its style sheet along, so it can be kept as one file, and the
 * policy allows that very sheet by its hash: nothing else is loaded or run, whatever a merchant
 * writes into a description.
 */
final class ReceiptPages {
  private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);
  private final String style = read("receipt.css");

  String receipt(Receipt receipt) {
    return render("receipt/receipt.jte", Map.of("receipt", receipt, "style", style));
  }

  String missing() {
    return render("receipt/missing.jte", Map.of("style", style));
  }

  /** For mail programs, which know no style sheets. */
  String mail(Receipt receipt, String link) {
    return render("receipt/mail.jte", Map.of("receipt", receipt, "link", link));
  }

  /** The value of `Content-Security-Policy`. */
  String policy() {
    return "default-src 'none'; style-src 'sha256-"
        + Base64.getEncoder().encodeToString(sha256(style))
        + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  private String render(String template, Map<String, Object> parameters) {
    TemplateOutput output = new StringOutput();
    templates.render(template, parameters, output);
    return output.toString();
  }

  private static String read(String resource) {
    try (InputStream in = ReceiptPages.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
