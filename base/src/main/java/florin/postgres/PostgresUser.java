package florin.postgres;

import florin.db.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The operating system user of PostgreSQL's programs, and the command that switches to it. The
 * programs refuse to run as root. If Florin runs as root, they run as the owner of the cluster,
 * initially `nobody`; otherwise they run as Florin's user.
 *
 * @param prefix precedes every command of PostgreSQL. It ends in an exec, so that the started
 *     process is PostgreSQL itself
 */
record PostgresUser(int uid, int gid, List<String> prefix) {
  private static final int ROOT = 0;
  private static final int OVERFLOW = 65534;

  /**
   * Without its own session, PostgreSQL would get the terminal's Ctrl-C and stop before Florin.
   * `--pdeathsig` stops it (SIGINT is its fast shutdown) if Florin is killed.
   */
  private static final List<String> OWN_SESSION = List.of("setsid");

  private static final List<String> WITH_PARENT = List.of("setpriv", "--pdeathsig=INT");

  PostgresUser {
    prefix = List.copyOf(prefix);
  }

  /**
   * Chooses the user.
   *
   * @param folder contains all that PostgreSQL reads and writes
   * @param cluster the data folder of the cluster, which need not exist yet
   * @throws StartFailure if no user can run it there
   */
  static PostgresUser choose(Path folder, Path cluster) throws IOException {
    int self = uid(Path.of("/proc/self"));
    var owner = Files.exists(cluster) ? OptionalInt.of(uid(cluster)) : OptionalInt.empty();
    if (self != ROOT) {
      if (owner.isPresent() && owner.getAsInt() != self) {
        throw new StartFailure(
            cluster
                + " belongs to the user with uid "
                + owner.getAsInt()
                + ", but Florin runs with uid "
                + self
                + ". Run Florin as that user, or change the owner: chown -R "
                + self
                + " "
                + folder.getParent());
      }
      return new PostgresUser(self, gid(Path.of("/proc/self")), ownPrefix());
    }
    return owner.isPresent()
        ? unprivileged(owner.getAsInt(), gid(cluster), folder)
        : nobody(folder);
  }

  private static List<String> ownPrefix() {
    var prefix = new ArrayList<String>();
    if (onPath("setsid")) {
      prefix.addAll(OWN_SESSION);
    }
    if (onPath("setpriv")) {
      prefix.addAll(WITH_PARENT);
    }
    return prefix;
  }

  private static PostgresUser nobody(Path folder) throws IOException {
    try (Stream<String> users = Files.lines(Path.of("/etc/passwd"))) {
      var fields =
          users.filter(user -> user.startsWith("nobody:")).findFirst().orElse("").split(":");
      int uid = fields.length > 3 ? Integer.parseInt(fields[2]) : OVERFLOW;
      int gid = fields.length > 3 ? Integer.parseInt(fields[3]) : OVERFLOW;
      return unprivileged(uid, gid, folder);
    }
  }

  /**
   * Returns an unprivileged user. If this user can't traverse to the folder, which may be below
   * /root, PostgreSQL gets the one capability that permits it, the weaker one first. A user
   * namespace would work too, but would leave files of root writable.
   *
   * <p>PostgreSQL's programs find each other with access(2). Without `no_setuid_fixup`, this call
   * ignores the capabilities of a user other than root.
   */
  private static PostgresUser unprivileged(int uid, int gid, Path folder) throws IOException {
    if (!onPath("setsid") || !onPath("setpriv")) {
      throw new StartFailure(
          "Florin runs as root, but PostgreSQL can't. Install setpriv and setsid (package util-linux), run Florin as another user, or set FLORIN_DATABASE_URL.");
    }
    var drop = new ArrayList<>(OWN_SESSION);
    drop.addAll(WITH_PARENT);
    drop.addAll(List.of("--reuid=" + uid, "--regid=" + gid, "--clear-groups"));
    var refusals = new ArrayList<String>();
    for (var capability : List.of("", "+dac_read_search", "+dac_override")) {
      var prefix = new ArrayList<>(drop);
      if (!capability.isEmpty()) {
        prefix.addAll(
            List.of(
                "--securebits=+no_setuid_fixup",
                "--inh-caps=" + capability,
                "--ambient-caps=" + capability));
      }
      var user = new PostgresUser(uid, gid, prefix);
      var walk = user.walkTo(folder);
      if (walk.ok()) {
        return user;
      }
      refusals.add(walk.output().strip());
    }
    throw new StartFailure(
        "Florin runs as root, so PostgreSQL runs with uid "
            + uid
            + ", which can't reach "
            + folder
            + " ("
            + refusals.getFirst()
            + "). Choose a data folder that every user can reach, run Florin as another user, or set FLORIN_DATABASE_URL.");
  }

  private Commands.CommandResult walkTo(Path folder) throws IOException {
    return Commands.run(command(List.of("sh", "-c", "cd \"$1\"", "sh", folder.toString())), "");
  }

  List<String> command(List<String> arguments) {
    return Stream.concat(prefix.stream(), arguments.stream()).toList();
  }

  /** Makes this user the owner of a file or folder that Florin has created. */
  void own(Path path) throws IOException {
    if (uid(path) != uid) {
      Files.setAttribute(path, "unix:uid", uid);
      Files.setAttribute(path, "unix:gid", gid);
    }
  }

  private static boolean onPath(String program) {
    return Stream.of(Commands.PATH.split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static int uid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }

  private static int gid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:gid");
  }
}
