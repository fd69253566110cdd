package florin.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for a host's name that only those trust who are told to; keytool makes it. */
public final class SelfSigned {
  public static final String ALIAS = "test";
  public static final char[] PASSWORD = "password".toCharArray();

  /** Keytool is a JVM of its own, so each certificate is made once in the life of this one. */
  private static final Map<String, SelfSigned> MADE = new ConcurrentHashMap<>();

  private final KeyStore keys;

  private SelfSigned(KeyStore keys) {
    this.keys = keys;
  }

  /**
   * @param algorithm of its key, for example `EC`
   */
  public static SelfSigned of(String algorithm, String host) {
    return MADE.computeIfAbsent(
        algorithm + " " + host,
        _ -> {
          try {
            return make(algorithm, host);
          } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalStateException("no certificate for " + host, failed);
          } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
          }
        });
  }

  private static SelfSigned make(String algorithm, String host)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "keytool");
    Path file = folder.resolve("keys.p12");
    var keytool =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            algorithm,
            "-dname",
            "CN=" + host,
            "-ext",
            "SAN=dns:" + host,
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            new String(PASSWORD));
    if (algorithm.equals("RSA")) {
      // The default, 3072, takes seconds to find.
      keytool.command().addAll(List.of("-keysize", "2048"));
    }
    int code = keytool.redirectErrorStream(true).start().waitFor();
    if (code != 0) {
      throw new IOException("keytool ended with " + code);
    }
    return new SelfSigned(KeyStore.getInstance(file.toFile(), PASSWORD));
  }

  /** With the private key. */
  public KeyStore keys() {
    return keys;
  }

  /** With the certificate alone. */
  public KeyStore trusted() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    return trusted;
  }

  /** The same as files, as Florin is given them. */
  public record Pem(Path chain, Path key) {}

  /**
   * @param folder where they are written
   */
  public Pem writePem(Path folder) throws IOException, GeneralSecurityException {
    Path chain = folder.resolve("chain.pem");
    Path key = folder.resolve("key.pem");
    Files.writeString(chain, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    Files.writeString(key, pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD).getEncoded()));
    return new Pem(chain, key);
  }

  private static String pem(String what, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  /** Of a server that shows it. */
  public SSLContext showing() throws GeneralSecurityException {
    var manager = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    manager.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(manager.getKeyManagers(), null, null);
    return context;
  }

  /** Of a client that trusts it and nothing else. */
  public SSLContext trusting() throws GeneralSecurityException, IOException {
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
