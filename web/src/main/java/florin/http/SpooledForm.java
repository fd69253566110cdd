package florin.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * A form with one large file (RFC 7578), whose body was read into a temporary file. It is parsed in
 * place: the uploaded file moves to the beginning of the body's file, and the rest is cut off. Data
 * only moves backwards, so nothing unread is overwritten, and no second file is needed.
 *
 * @param texts the fields, in order
 */
record SpooledForm(List<Form.FormValue> texts, Optional<SpooledFile> file) {
  private static final int CHUNK_BYTES = 64 << 10;

  SpooledForm {
    texts = List.copyOf(texts);
  }

  /**
   * The uploaded file.
   *
   * @param field the name of its field
   */
  record SpooledFile(String field, Path path) {}

  /**
   * Parses a body in place; empty if it is malformed, or has more than one file.
   *
   * @param contentType the media type with the boundary
   */
  static Optional<SpooledForm> takeApart(String contentType, Path body) {
    Optional<String> boundary = Multipart.boundary(contentType);
    if (boundary.isEmpty()) {
      return Optional.empty();
    }
    try (var channel = FileChannel.open(body, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var parts = new SpooledParts(channel, body);
      MultiPart.Parser parser = Multipart.parser(boundary.get(), parts);
      long length = channel.size();
      for (long at = 0; at < length; ) {
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, length - at));
        while (chunk.hasRemaining() && channel.read(chunk, at + chunk.position()) >= 0) {}
        at += chunk.position();
        parser.parse(Content.Chunk.from(chunk.flip(), at == length));
      }
      channel.truncate(parts.fileBytes);
      return parts.isWhole
          ? Optional.of(new SpooledForm(parts.texts, Optional.ofNullable(parts.file)))
          : Optional.empty();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Receives the parts from the parser. */
  private static final class SpooledParts extends MultiPart.AbstractPartsListener {
    private final FileChannel channel;
    private final Path path;
    private final List<Form.FormValue> texts = new ArrayList<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private long partBytes;
    private long fileBytes;
    private @Nullable SpooledFile file;
    private boolean isBroken;
    private boolean isWhole;

    SpooledParts(FileChannel channel, Path path) {
      this.channel = channel;
      this.path = path;
    }

    /** Stores a piece of a part; only its end tells whether it is a file. */
    @Override
    public void onPartContent(Content.Chunk chunk) {
      ByteBuffer bytes = chunk.getByteBuffer().slice();
      if (text.size() + bytes.remaining() <= Form.MAX_BYTES) {
        var copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        text.write(copy, 0, copy.length);
      }
      try {
        while (bytes.hasRemaining()) {
          partBytes += channel.write(bytes, fileBytes + partBytes);
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public void onPart(String name, @Nullable String fileName, HttpFields headers) {
      long bytes = partBytes;
      byte[] content = text.toByteArray();
      partBytes = 0;
      text.reset();
      if (name == null) {
        isBroken = true;
      } else if (fileName == null) {
        isBroken |= bytes > content.length || !addText(name, content);
      } else if (bytes > 0) {
        isBroken |= file != null;
        file = new SpooledFile(name, path);
        fileBytes = bytes;
      }
    }

    private boolean addText(String name, byte[] content) {
      try {
        texts.add(
            new Form.FormValue(
                name,
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString()));
        return true;
      } catch (CharacterCodingException _) {
        return false;
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
  }
}
