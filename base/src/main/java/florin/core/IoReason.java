package florin.core;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The reason why a file could not be read or written, in words for the operator. */
public final class IoReason {
  private IoReason() {}

  /** Returns the reason with the file's path, if it could be any of several files. */
  public static String withFile(IOException failed) {
    return failed instanceof FileSystemException system
        ? system.getFile() + ": " + of(failed)
        : of(failed);
  }

  /**
   * Returns the reason in words. Java's own message for a missing or inaccessible file is only its
   * path.
   */
  public static String of(IOException failed) {
    return switch (failed) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is a file, not a folder";
      case DirectoryNotEmptyException _ -> "it is a folder";
      case MalformedInputException _ -> "it is not UTF-8";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(failed.getMessage());
    };
  }
}
