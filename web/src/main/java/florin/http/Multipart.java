package florin.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * A form with a file (RFC 7578), which Jetty's parser splits. The body is already in memory, with
 * the size and time limits of every form; the parts and their headers are limited here.
 *
 * @param texts the fields, in order
 * @param files by the names of their fields; fields without a selected file are absent
 */
record Multipart(List<Form.FormValue> texts, Map<String, byte[]> files) {
  static final String MEDIA_TYPE = "multipart/form-data";

  /** The most parts, above the number of fields in any form of Florin. */
  static final int MAX_PARTS = 32;

  static final int MAX_PART_HEADER_BYTES = 1024;

  /** The limit of RFC 2046, section 5.1.1. */
  private static final int MAX_BOUNDARY = 70;

  Multipart {
    texts = List.copyOf(texts);
    files = Map.copyOf(files);
  }

  /**
   * Parses a form; empty if it is malformed.
   *
   * @param contentType the media type with the boundary
   */
  static Optional<Multipart> parse(String contentType, byte[] body) {
    Optional<String> boundary = boundary(contentType);
    if (boundary.isEmpty()) {
      return Optional.empty();
    }
    var parts = new Parts();
    parser(boundary.get(), parts).parse(Content.Chunk.from(ByteBuffer.wrap(body), true));
    return parts.isWhole ? Optional.of(new Multipart(parts.texts, parts.files)) : Optional.empty();
  }

  /** Returns the boundary; empty if it is missing, too long, or has no closing quotation mark. */
  static Optional<String> boundary(String contentType) {
    try {
      return Optional.ofNullable(MultiPart.extractBoundary(contentType))
          .filter(boundary -> !boundary.isEmpty() && boundary.length() <= MAX_BOUNDARY);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  static MultiPart.Parser parser(String boundary, MultiPart.AbstractPartsListener parts) {
    var parser = new MultiPart.Parser(boundary, parts);
    parser.setMaxParts(MAX_PARTS);
    parser.setPartHeadersMaxLength(MAX_PART_HEADER_BYTES);
    return parser;
  }

  /** Receives the parts from the parser. */
  private static final class Parts extends MultiPart.AbstractPartsListener {
    private final List<Form.FormValue> texts = new ArrayList<>();
    private final Map<String, byte[]> files = new HashMap<>();
    private final List<ByteBuffer> content = new ArrayList<>();
    private boolean isBroken;
    private boolean isWhole;

    @Override
    public void onPartContent(Content.Chunk chunk) {
      content.add(chunk.getByteBuffer().slice());
    }

    @Override
    public void onPart(String name, @Nullable String fileName, HttpFields headers) {
      byte[] bytes = bytes();
      content.clear();
      if (name == null) {
        isBroken = true;
      } else if (fileName == null) {
        text(bytes)
            .ifPresentOrElse(
                text -> texts.add(new Form.FormValue(name, text)), () -> isBroken = true);
      } else if (bytes.length > 0) {
        isBroken |= files.put(name, bytes) != null;
      }
    }

    @Override
    public void onComplete() {
      isWhole = !isBroken;
    }

    @Override
    public void onFailure(Throwable failure) {
      isBroken = true;
    }

    private byte[] bytes() {
      ByteBuffer all = ByteBuffer.allocate(content.stream().mapToInt(ByteBuffer::remaining).sum());
      content.forEach(all::put);
      return all.array();
    }

    private static Optional<String> text(byte[] bytes) {
      try {
        return Optional.of(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      } catch (CharacterCodingException _) {
        return Optional.empty();
      }
    }
  }
}
