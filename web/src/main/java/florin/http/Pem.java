package florin.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Reads a certificate chain and its key from PEM files (RFC 7468), as certbot and similar tools
 * write them.
 */
final class Pem {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

  private Pem() {}

  static SslContextFactory.Server contextFactory(HttpConfig.Tls tls) {
    var factory = new SslContextFactory.Server();
    char[] unused = new char[0];
    factory.setKeyStore(keyStore(tls, unused));
    factory.setKeyStorePassword("");
    factory.setKeyManagerPassword("");
    factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    factory.setSniRequired(false);
    return factory;
  }

  private static KeyStore keyStore(HttpConfig.Tls tls, char[] password) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, password);
      store.setKeyEntry(
          "server", privateKey(tls.privateKey()), password, chain(tls.certificateChain()));
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException("reading the TLS certificate or key", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "the TLS certificate chain and private key do not make a key store", e);
    }
  }

  private static Certificate[] chain(Path file) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(in)
          .toArray(Certificate[]::new);
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    Matcher pem = PKCS8.matcher(Files.readString(file));
    if (!pem.find()) {
      throw new IllegalStateException(
          file
              + " holds no unencrypted PKCS #8 key (BEGIN PRIVATE KEY); convert another form with"
              + " openssl pkcs8 -topk8 -nodes");
    }
    var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    // An encoded key names its algorithm, but Java requires the name: try each.
    var noneFits = new InvalidKeySpecException(file + " holds a key that is none of " + ALGORITHMS);
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException another) {
        noneFits.addSuppressed(another);
      }
    }
    throw noneFits;
  }
}
