package florin.http;

import florin.core.Sha256;
import florin.http.Endpoint.Action;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response that is the same for every client while the program runs. It is created on first use
 * and cached, plain and compressed. Browsers cache it too, and revalidate it (RFC 9110, section
 * 13). It has nothing secret, so compression reveals nothing.
 */
public final class FixedAnswer implements Action {
  private static final String KEPT = "Cache-Control";

  private static final int TAG_BYTES = 12;

  private final Supplier<Answer> maker;
  private volatile @Nullable Forms made;

  /**
   * Creates the response.
   *
   * @param maker creates it without an entity tag
   */
  public FixedAnswer(Supplier<Answer> maker) {
    this.maker = maker;
  }

  /** The two forms, each with its own entity tag, because their bytes differ. */
  private record Forms(Form plain, Form compressed) {}

  private record Form(String tag, Answer answer, Answer unchanged) {
    static Form of(Answer answer, byte[] body, String tag) {
      Answer unchanged = Answer.of(304, "", new byte[0]);
      Answer whole = Answer.of(answer.status(), answer.contentType(), body).shared();
      for (Answer.Header header : answer.headers()) {
        whole = whole.with(header.name(), header.value());
        unchanged = unchanged.with(header.name(), header.value());
      }
      return new Form(tag, kept(whole, tag), kept(unchanged, tag));
    }

    private static Answer kept(Answer answer, String tag) {
      boolean saysHowLong =
          answer.headers().stream().anyMatch(header -> header.name().equals(KEPT));
      Answer tagged = answer.with("Vary", "Accept-Encoding").with("ETag", tag);
      return saysHowLong ? tagged : tagged.with(KEPT, "no-cache");
    }
  }

  @Override
  public Answer answer(Exchange exchange) {
    Forms forms = made;
    if (forms == null) {
      forms = forms(maker.get());
      made = forms; // A concurrent request creates an equal response.
    }
    Form form = Gzip.isAccepted(exchange) ? forms.compressed() : forms.plain();
    return isKept(exchange, form.tag()) ? form.unchanged() : form.answer();
  }

  private static boolean isKept(Exchange exchange, String tag) {
    return exchange.headers("If-None-Match").stream()
        .flatMap(line -> List.of(line.split(",")).stream())
        .map(known -> known.strip().replaceFirst("^W/", ""))
        .anyMatch(tag::equals);
  }

  private static Forms forms(Answer answer) {
    byte[] body = answer.body();
    String hash = HexFormat.of().formatHex(Sha256.of(body), 0, TAG_BYTES);
    Form plain = Form.of(answer, body, "\"" + hash + "\"");
    Form compressed = Form.of(answer, Gzip.of(body), "\"" + hash + "-gzip\"");
    return new Forms(
        plain,
        new Form(
            compressed.tag(),
            compressed.answer().with("Content-Encoding", "gzip"),
            compressed.unchanged()));
  }
}
