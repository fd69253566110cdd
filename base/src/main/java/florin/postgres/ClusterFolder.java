package florin.postgres;

import florin.db.PostgresAddress;
import florin.db.StartFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files of an embedded PostgreSQL.
 *
 * <pre>
 * DIR/postgres/bin-HASH   its programs
 *              data       the cluster
 *              password   of the user `florin`, mode 0600
 *              port       where it listens; the same at every start while it is free
 *              log        what PostgreSQL writes; log.1 is the one before
 * </pre>
 */
record ClusterFolder(Path path) {
  /** The name of the user and the database. */
  static final String NAME = "florin";

  /**
   * The lowest port: below Linux's range for outgoing connections, and never 5432, where the
   * operator may have a PostgreSQL.
   */
  private static final int FIRST_PORT = 20_000;

  private static final int PORTS = 10_000;

  /** The valid contents of the file, which the operator may have edited. */
  private static final Pattern PORT = Pattern.compile("[1-9][0-9]{3}|[1-5][0-9]{4}");

  private static final int PORT_ATTEMPTS = 100;
  static final FileAttribute<Set<PosixFilePermission>> ONLY_OURS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final int PASSWORD_BYTES = 24;
  private static final long LOG_LIMIT_BYTES = 16L << 20;

  /** Creates the folder if it is missing, so that every user may traverse it. */
  static ClusterFolder create(Path dataFolder) throws IOException {
    var path = dataFolder.resolve("postgres");
    Folders.createOpen(path, path);
    return new ClusterFolder(path);
  }

  Path cluster() {
    return path.resolve("data");
  }

  Path log() {
    return path.resolve("log");
  }

  PostgresAddress address() throws IOException {
    var url = "jdbc:postgresql://127.0.0.1:" + Files.readString(portFile()).strip() + "/" + NAME;
    return new PostgresAddress(url, NAME, password());
  }

  String password() throws IOException {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (NoSuchFileException e) {
      throw new StartFailure(
          passwordFile()
              + " is missing: it holds the password of the database in "
              + cluster()
              + ". Restore it from a backup.",
          e);
    }
  }

  /** Creates the password; only while there is no cluster. */
  String createPassword() throws IOException {
    var bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    var password = HexFormat.of().formatHex(bytes);
    Files.deleteIfExists(passwordFile());
    Files.createFile(passwordFile(), ONLY_OURS);
    Files.writeString(passwordFile(), password + "\n");
    Folders.sync(passwordFile());
    return password;
  }

  /**
   * Returns the port of the last start if it is free, otherwise another one, which is then stored.
   */
  int choosePort() throws IOException {
    if (Files.exists(portFile())) {
      String last = Files.readString(portFile()).strip();
      if (PORT.matcher(last).matches() && isFree(Integer.parseInt(last))) {
        return Integer.parseInt(last);
      }
    }
    var random = new SecureRandom();
    for (int i = 0; i < PORT_ATTEMPTS; i++) {
      int port = FIRST_PORT + random.nextInt(PORTS);
      if (isFree(port)) {
        writePort(port);
        return port;
      }
    }
    throw new StartFailure(
        "Found no free port on 127.0.0.1 between "
            + FIRST_PORT
            + " and "
            + (FIRST_PORT + PORTS)
            + " for PostgreSQL.");
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(
          true); // like PostgreSQL: connections in TIME_WAIT don't block the port
      socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  /** Writes the port atomically, because a tool may read it at any time. */
  private void writePort(int port) throws IOException {
    var draft = path.resolve("port.draft");
    Files.writeString(draft, port + "\n");
    Files.move(
        draft, portFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  void rotateLog() throws IOException {
    if (Files.exists(log()) && Files.size(log()) > LOG_LIMIT_BYTES) {
      Files.move(log(), path.resolve("log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!Files.exists(log())) {
      Files.createFile(log(), ONLY_OURS); // it may contain values of a failed statement
    }
  }

  private Path passwordFile() {
    return path.resolve("password");
  }

  private Path portFile() {
    return path.resolve("port");
  }
}
