package florin.doctor;

import florin.backup.ScheduledBackups.BackupPlan;
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
          "The private key " + tls.privateKey() + " can't be read",
          "Check FLORIN_TLS_KEY. The service can't start without the key.");
    }
    try (InputStream in = Files.newInputStream(tls.certificateChain())) {
      var certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      Instant end = certificate.getNotAfter().toInstant();
      Duration left = Duration.between(clock.instant(), end);
      if (left.isNegative()) {
        return DoctorFinding.wrong(
            subject,
            "The certificate expired on " + end,
            "Clients reject the certificate. Install a new one.");
      }
      return left.compareTo(CERTIFICATE_ENDS_SOON) < 0
          ? DoctorFinding.look(
              subject,
              "The certificate expires on %s, in %d days".formatted(end, left.toDays()),
              "Install a new certificate, then restart the service.")
          : DoctorFinding.ok(subject, "The certificate is valid until " + end);
    } catch (IOException failed) {
      return DoctorFinding.wrong(
          subject,
          "%s can't be read: %s".formatted(tls.certificateChain(), IoReason.of(failed)),
          "Check FLORIN_TLS_CERTIFICATE.");
    } catch (CertificateException malformed) {
      return DoctorFinding.wrong(
          subject, tls.certificateChain() + " is not a PEM certificate", "Put one there.");
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
      String remedy = "Free disk space, or move the folder to a larger disk.";
      if (free < least) {
        return DoctorFinding.wrong(
            "disk",
            "%s; below %,d MB, Florin starts no new payment".formatted(words, least / 1_000_000),
            remedy);
      }
      return free < SOON_FULL * least || free < size / 20
          ? DoctorFinding.look("disk", words, remedy)
          : DoctorFinding.ok("disk", words);
    } catch (IOException failed) {
      return DoctorFinding.wrong(
          "disk",
          "%s %s: %s".formatted(name, folder, IoReason.of(failed)),
          "Set the data folder with --data.");
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
              subject, "Your own PostgreSQL has its own backups, which Florin doesn't check"));
    }
    if (config.backups().isEmpty()) {
      String words = "There are no scheduled backups";
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
            "There is no verified backup in " + plan.folder() + " yet",
            "Florin makes the first backup some minutes after the service starts. Check the service's log for errors.");
      }
      GoodBackup last = good.getFirst();
      Duration age = Duration.between(last.begun(), clock.instant());
      String words =
          "The last verified backup is %d h old (%,d MB); %d backups are kept"
              .formatted(age.toHours(), last.bytes() / 1_000_000, good.size());
      if (age.compareTo(plan.overdueAfter()) > 0) {
        return DoctorFinding.wrong(
            subject,
            words + ": too old",
            "A backup is due every %d h. Check the service's log for the failure."
                .formatted(plan.interval().toHours()));
      }
      return bad.isEmpty() || bad.getFirst().begun().isBefore(last.begun())
          ? DoctorFinding.ok(subject, words)
          : DoctorFinding.look(
              subject,
              "%s; a later backup failed, or its restore verification is running: %s"
                  .formatted(words, bad.getFirst().file()),
              "Run doctor again in some minutes. Check the service's log for errors.");
    } catch (IOException failed) {
      return DoctorFinding.wrong(
          subject,
          "%s: %s".formatted(plan.folder(), IoReason.of(failed)),
          "Check FLORIN_BACKUP_FOLDER. It must be a folder to which Florin can write.");
    } catch (KeyringException wrong) {
      return DoctorFinding.wrong(
          subject,
          String.valueOf(wrong.getMessage()),
          "Florin makes no backup until this is fixed.");
    }
  }

  List<DoctorFinding> mail(boolean live) {
    Optional<SmtpServer> server = config.smtp();
    if (server.isEmpty()) {
      String words =
          "FLORIN_SMTP_URL is not set in the environment of this command; a service without it mails no receipts, invitations or alerts";
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
          DoctorFinding.ok("mail", place + " accepts connections; no test mail was sent"));
    } catch (IOException away) {
      return List.of(
          DoctorFinding.wrong(
              "mail",
              "%s can't be reached: %s".formatted(place, IoReason.of(away)),
              "Check FLORIN_SMTP_URL."));
    }
  }

  List<DoctorFinding> bankFolder() {
    return config.bankFolder().stream().map(this::bankFolder).toList();
  }

  private DoctorFinding bankFolder(Path folder) {
    String subject = "bank folder";
    String remedy =
        "Florin imports statements from this folder and needs read, write and execute permission.";
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> accounts =
          Stream.concat(Stream.of(folder), all.filter(Files::isDirectory))
              .limit(MOST_FOLDERS)
              .toList();
      Optional<Path> closed =
          accounts.stream().filter(it -> !Files.isReadable(it) || !Files.isWritable(it)).findAny();
      return closed.isPresent()
          ? DoctorFinding.wrong(subject, closed.get() + " can't be read and written", remedy)
          : DoctorFinding.ok(subject, "%s with %d accounts".formatted(folder, accounts.size() - 1));
    } catch (IOException failed) {
      return DoctorFinding.wrong(subject, "%s: %s".formatted(folder, IoReason.of(failed)), remedy);
    }
  }
}
