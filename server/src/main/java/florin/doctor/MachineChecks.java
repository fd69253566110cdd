package florin.doctor;

import florin.backup.BackupPlan;
import florin.backup.ScheduledFolder;
import florin.backup.ScheduledFolder.GoodBackup;
import florin.config.Config;
import florin.core.IoReason;
import florin.http.HttpConfig;
import florin.mail.SmtpServer;
import florin.vault.KeyringException;
import florin.vault.Passphrase;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The checks of the machine: disks, backups, files, and the connection to the mail server. */
record MachineChecks(Config config, InstantSource clock) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration CERTIFICATE_ENDS_SOON = Duration.ofDays(14);

  /** The multiple of the reserved free space below which to warn. */
  private static final int SOON_FULL = 4;

  private static final int MOST_FOLDERS = 1_000;

  List<DoctorFinding> certificate() {
    return config.http().tls().map(this::certificate).stream().toList();
  }

  private DoctorFinding certificate(HttpConfig.Tls tls) {
    String subject = "certificate";
    if (!Files.isReadable(tls.privateKey())) {
      return DoctorFinding.wrong(
          subject,
          "The private key " + tls.privateKey() + " cannot be read",
          "FLORIN_TLS_KEY names it; the service does not start without it.");
    }
    try (InputStream in = Files.newInputStream(tls.certificateChain())) {
      var certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      Instant end = certificate.getNotAfter().toInstant();
      Duration left = Duration.between(clock.instant(), end);
      if (left.isNegative()) {
        return DoctorFinding.wrong(
            subject, "It has ended on " + end, "Nobody trusts it any more: put a new one there.");
      }
      return left.compareTo(CERTIFICATE_ENDS_SOON) < 0
          ? DoctorFinding.look(
              subject,
              "It ends on %s, in %d days".formatted(end, left.toDays()),
              "Put a new one there, and start the service again.")
          : DoctorFinding.ok(subject, "It holds until " + end);
    } catch (IOException failed) {
      return DoctorFinding.wrong(
          subject,
          "%s cannot be read: %s".formatted(tls.certificateChain(), IoReason.of(failed)),
          "FLORIN_TLS_CERTIFICATE names it.");
    } catch (CertificateException malformed) {
      return DoctorFinding.wrong(
          subject, tls.certificateChain() + " is no certificate in PEM", "Put one there.");
    }
  }

  List<DoctorFinding> disk() {
    var findings = new ArrayList<DoctorFinding>();
    long least = config.database().isPresent() ? 0 : config.leastDiskFree();
    findings.add(disk("data folder", config.data(), least));
    config
        .backups()
        .map(BackupPlan::folder)
        .filter(Files::isDirectory)
        .ifPresent(folder -> findings.add(disk("backup folder", folder, 0)));
    return findings;
  }

  private DoctorFinding disk(String name, Path folder, long least) {
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      long size = Files.getFileStore(folder).getTotalSpace();
      String words =
          "%,d of %,d MB are free for the %s".formatted(free / 1_000_000, size / 1_000_000, name);
      String remedy = "Make room, or move it to a larger disk.";
      if (free < least) {
        return DoctorFinding.wrong(
            "disk",
            "%s: with less than %,d no new payment is begun".formatted(words, least / 1_000_000),
            remedy);
      }
      return free < SOON_FULL * least || free < size / 20
          ? DoctorFinding.look("disk", words, remedy)
          : DoctorFinding.ok("disk", words);
    } catch (IOException failed) {
      return DoctorFinding.wrong(
          "disk",
          "%s %s: %s".formatted(name, folder, IoReason.of(failed)),
          "Name one with --data.");
    }
  }

  /**
   * Checks the backups.
   *
   * @param live whether real money is at risk
   */
  List<DoctorFinding> backups(boolean live) {
    String subject = "backups";
    if (config.database().isPresent()) {
      return List.of(
          DoctorFinding.unseen(
              subject, "Those of a PostgreSQL of your own are made and looked after there"));
    }
    if (config.backups().isEmpty()) {
      String words = "None are made by themselves";
      String remedy =
          "Set FLORIN_BACKUP_FOLDER to a folder on another disk, or run ./florin backup every night.";
      return List.of(
          live
              ? DoctorFinding.look(subject, words, remedy)
              : DoctorFinding.ok(subject, words + "; needed before the first live payment"));
    }
    return List.of(backups(subject, config.backups().get()));
  }

  private DoctorFinding backups(String subject, BackupPlan plan) {
    var folder = new ScheduledFolder(plan.folder());
    try {
      plan.passphraseFile().ifPresent(Passphrase::read);
      List<GoodBackup> good = folder.listGood();
      List<GoodBackup> bad = folder.listUnverified();
      if (good.isEmpty()) {
        return DoctorFinding.look(
            subject,
            "There is no good one in " + plan.folder() + " yet",
            "The first is made some minutes after the start of the service; its log says why not.");
      }
      GoodBackup last = good.getFirst();
      Duration age = Duration.between(last.begun(), clock.instant());
      String words =
          "The last good one is %d h old, has %,d MB, and was restored for a trial; %d are there"
              .formatted(age.toHours(), last.bytes() / 1_000_000, good.size());
      if (age.compareTo(plan.overdueAfter()) > 0) {
        return DoctorFinding.wrong(
            subject,
            words + ": too old",
            "One should be made every %d h: the service's log says why it failed."
                .formatted(plan.interval().toHours()));
      }
      return bad.isEmpty() || bad.getFirst().begun().isBefore(last.begun())
          ? DoctorFinding.ok(subject, words)
          : DoctorFinding.look(
              subject,
              "%s; one since was not good, or is being tried out: %s"
                  .formatted(words, bad.getFirst().file()),
              "Look again in some minutes; the service's log says what was wrong.");
    } catch (IOException failed) {
      return DoctorFinding.wrong(
          subject,
          "%s: %s".formatted(plan.folder(), IoReason.of(failed)),
          "FLORIN_BACKUP_FOLDER names it: it must be a folder that Florin may write to.");
    } catch (KeyringException wrong) {
      return DoctorFinding.wrong(
          subject, String.valueOf(wrong.getMessage()), "No backup is made until that is mended.");
    }
  }

  List<DoctorFinding> mail(boolean live) {
    Optional<SmtpServer> server = config.smtp();
    if (server.isEmpty()) {
      String words = "No mail server is set: no receipts, no invitations, no alerts by mail";
      return List.of(
          live
              ? DoctorFinding.look("mail", words, "Set FLORIN_SMTP_URL and FLORIN_SMTP_FROM.")
              : DoctorFinding.ok("mail", words));
    }
    String place = server.get().host() + ":" + server.get().port();
    try (var socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(server.get().host(), server.get().port()),
          (int) PATIENCE.toMillis());
      return List.of(
          DoctorFinding.ok("mail", place + " takes connections; no mail was sent to try it"));
    } catch (IOException away) {
      return List.of(
          DoctorFinding.wrong(
              "mail",
              "%s cannot be reached: %s".formatted(place, IoReason.of(away)),
              "FLORIN_SMTP_URL names it."));
    }
  }

  List<DoctorFinding> bankFolder() {
    return config.bankFolder().stream().map(this::bankFolder).toList();
  }

  private DoctorFinding bankFolder(Path folder) {
    String subject = "bank folder";
    String remedy = "Statements are taken out of it: Florin must read, write and enter it.";
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> accounts =
          Stream.concat(Stream.of(folder), all.filter(Files::isDirectory))
              .limit(MOST_FOLDERS)
              .toList();
      Optional<Path> closed =
          accounts.stream().filter(it -> !Files.isReadable(it) || !Files.isWritable(it)).findAny();
      return closed.isPresent()
          ? DoctorFinding.wrong(subject, closed.get() + " may not be read and written", remedy)
          : DoctorFinding.ok(subject, "%s with %d accounts".formatted(folder, accounts.size() - 1));
    } catch (IOException failed) {
      return DoctorFinding.wrong(subject, "%s: %s".formatted(folder, IoReason.of(failed)), remedy);
    }
  }
}
