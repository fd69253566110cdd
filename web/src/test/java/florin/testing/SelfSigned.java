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

/** A self-signed certificate for a host name. Keytool creates it. */
public final class SelfSigned {
  public static final String ALIAS = "test";
  public static final char[] PASSWORD = "password".toCharArray();

  /**
   * The certificates of this JVM. Keytool starts a JVM, so each certificate is created only once.
   */
  private static final Map<String, SelfSigned> MADE = new ConcurrentHashMap<>();

  private final KeyStore keys;

  private SelfSigned(KeyStore keys) {
    this.keys = keys;
  }

  /**
   * @param algorithm the algorithm of the key, for example `EC`
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
      // Finding a key of the default size, 3072 bits, takes seconds.
      keytool.command().addAll(List.of("-keysize", "2048"));
    }
    int code = keytool.redirectErrorStream(true).start().waitFor();
    if (code != 0) {
      throw new IOException("keytool ended with " + code);
    }
    return new SelfSigned(KeyStore.getInstance(file.toFile(), PASSWORD));
  }

  /** Returns a key store with the certificate and its private key. */
  public KeyStore keys() {
    return keys;
  }

  /** Returns a key store with only the certificate. */
  public KeyStore trusted() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    return trusted;
  }

  /** The PEM files of the certificate and its key. */
  public record Pem(Path chain, Path key) {}

  /**
   * @param folder the folder for the files
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

  /** Returns the context of a server that presents the certificate. */
  public SSLContext showing() throws GeneralSecurityException {
    var manager = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    manager.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(manager.getKeyManagers(), null, null);
    return context;
  }

  /** Returns the context of a client that trusts only this certificate. */
  public SSLContext trusting() throws GeneralSecurityException, IOException {
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
