package florin.postgres;

import florin.db.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A new cluster. It is created under another name and renamed at the end, so that a crash leaves no
 * partial cluster.
 */
record ClusterDraft(ClusterFolder folder, Path home, PostgresUser user) {

  void complete() throws IOException {
    var draft = folder.path().resolve("data.draft");
    var password = folder.path().resolve("password.draft");
    Folders.delete(draft);
    Files.deleteIfExists(password);
    Files.createDirectory(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    user.own(draft);
    Files.createFile(password, ClusterFolder.ONLY_OURS);
    Files.writeString(password, folder.createPassword());
    user.own(password);
    run(initdb(draft, password), "");
    run(createDatabase(draft), "CREATE DATABASE " + ClusterFolder.NAME + "\n");
    Files.delete(password);
    Files.move(draft, folder.cluster(), StandardCopyOption.ATOMIC_MOVE);
    Folders.sync(folder.path());
  }

  private List<String> initdb(Path draft, Path password) {
    return List.of(
        home.resolve("bin/initdb").toString(),
        "--pgdata=" + draft,
        "--username=" + ClusterFolder.NAME,
        "--pwfile=" + password,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions");
  }

  /** Returns the command that creates the database in single-user mode, as part of the draft. */
  private List<String> createDatabase(Path draft) {
    return List.of(
        home.resolve("bin/postgres").toString(), "--single", "-D", draft.toString(), "postgres");
  }

  private void run(List<String> command, String input) throws IOException {
    var result = Commands.run(user.command(command), input);
    if (!result.ok()
        || result.output().contains("ERROR:")) { // single-user mode continues after an error
      throw new StartFailure(
          "Florin can't create a PostgreSQL cluster in " + folder.path() + ":\n" + result.output());
    }
  }
}
