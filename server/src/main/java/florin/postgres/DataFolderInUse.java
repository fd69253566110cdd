package florin.postgres;

import florin.db.StartFailure;
import java.nio.file.Path;

/** The failure when another process uses this data folder. */
public final class DataFolderInUse extends StartFailure {
  DataFolderInUse(Path folder, String holder) {
    super(
        "The data folder "
            + folder
            + " is in use by another Florin process ("
            + holder
            + "). Stop it first, or choose another folder with --data.");
  }
}
