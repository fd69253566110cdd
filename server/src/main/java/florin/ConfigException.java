package florin;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** The operator's settings cannot be used; the message says which, why, and what is expected. */
final class ConfigException extends RuntimeException {
  ConfigException(String message) {
    super(message);
  }

  /** In words: Java's own message for a file that is missing or not ours is its path alone. */
  static String reason(IOException failed) {
    return switch (failed) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is a file, not a folder";
      case MalformedInputException _ -> "it is not UTF-8";
      default -> String.valueOf(failed.getMessage());
    };
  }
}
