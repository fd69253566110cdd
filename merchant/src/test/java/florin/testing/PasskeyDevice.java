package florin.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser and a device with one passkey, as WebAuthn defines them: an ES256 key without
 * attestation. Tests can falsify each of its values.
 */
public final class PasskeyDevice {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PRESENT = 0x01;
  private static final int VERIFIED = 0x04;
  private static final int ATTESTED = 0x40;

  private final KeyPair key = newKey();
  private final byte[] id = new byte[24];
  private String origin;
  private String host = "localhost";
  private String format = "none";
  private boolean verifies = true;
  private long count = 1;
  private String handle = "";

  public PasskeyDevice(String origin) {
    this.origin = origin;
    new SecureRandom().nextBytes(id);
  }

  public PasskeyDevice at(String otherOrigin) {
    origin = otherOrigin;
    return this;
  }

  /** Uses this host, whatever the options request. */
  public PasskeyDevice host(String otherHost) {
    host = otherHost;
    return this;
  }

  public PasskeyDevice format(String other) {
    format = other;
    return this;
  }

  /** Sets whether the device verifies its user. */
  public PasskeyDevice verifies(boolean yes) {
    verifies = yes;
    return this;
  }

  /** Sets the next value of the signature counter. */
  public PasskeyDevice count(long next) {
    count = next;
    return this;
  }

  /** Sets the user handle to the `user.id` of these options. */
  public PasskeyDevice of(String creation) {
    handle = JSON.readTree(creation).at("/publicKey/user/id").stringValue();
    return this;
  }

  /** Returns the result of `navigator.credentials.create` as Florin's script serializes it. */
  public String create(String options) {
    of(options);
    byte[] data = data("webauthn.create", options);
    Map<String, Object> response =
        Map.of(
            "clientDataJSON",
            text(data),
            "attestationObject",
            text(attestation()),
            "transports",
            new String[] {"internal"});
    return credential(response);
  }

  /** Returns the result of `navigator.credentials.get`. */
  public String get(String options) {
    byte[] data = data("webauthn.get", options);
    byte[] authenticator = authenticatorData(false);
    return credential(
        Map.of(
            "clientDataJSON", text(data),
            "authenticatorData", text(authenticator),
            "signature", text(sign(authenticator, sha256(data))),
            "userHandle", handle));
  }

  private String credential(Map<String, Object> response) {
    return JSON.writeValueAsString(
        Map.of(
            "id",
            text(id),
            "rawId",
            text(id),
            "type",
            "public-key",
            "response",
            response,
            "clientExtensionResults",
            Map.of()));
  }

  private byte[] data(String type, String options) {
    JsonNode challenge = JSON.readTree(options).at("/publicKey/challenge");
    return "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}"
        .formatted(type, challenge.stringValue(), origin)
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] authenticatorData(boolean withKey) {
    return written(out -> {
      out.write(sha256(host.getBytes(StandardCharsets.UTF_8)));
      out.write(PRESENT | (verifies ? VERIFIED : 0) | (withKey ? ATTESTED : 0));
      out.writeInt((int) count++);
      if (withKey) {
        // The AAGUID, the model of the device, which the options did not request.
        out.write(new byte[16]);
        out.writeShort(id.length);
        out.write(id);
        out.write(coseKey());
      }
    });
  }

  /** Returns CBOR (RFC 8949): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  private byte[] coseKey() {
    var point = ((ECPublicKey) key.getPublic()).getW();
    return written(out -> {
      out.write(new byte[] {(byte) 0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01});
      out.write(new byte[] {0x21, 0x58, 0x20});
      out.write(coordinate(point.getAffineX()));
      out.write(new byte[] {0x22, 0x58, 0x20});
      out.write(coordinate(point.getAffineY()));
    });
  }

  /** Returns CBOR: {"fmt": format, "attStmt": {}, "authData": bytes}. */
  private byte[] attestation() {
    byte[] authenticator = authenticatorData(true);
    return written(out -> {
      out.write(0xA3);
      writeText(out, "fmt");
      writeText(out, format);
      writeText(out, "attStmt");
      out.write(0xA0);
      writeText(out, "authData");
      out.write(0x59);
      out.writeShort(authenticator.length);
      out.write(authenticator);
    });
  }

  private static void writeText(DataOutputStream out, String shortText) throws IOException {
    out.write(0x60 | shortText.length());
    out.write(shortText.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] coordinate(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] fixed = new byte[32];
    int length = Math.min(32, bytes.length);
    System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
    return fixed;
  }

  private byte[] sign(byte[]... parts) {
    try {
      var signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key.getPrivate());
      for (byte[] part : parts) {
        signature.update(part);
      }
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair newKey() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @FunctionalInterface
  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
