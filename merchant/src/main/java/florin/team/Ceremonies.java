package florin.team;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.yubico.webauthn.AssertionRequest;
import com.yubico.webauthn.AssertionResult;
import com.yubico.webauthn.FinishAssertionOptions;
import com.yubico.webauthn.FinishRegistrationOptions;
import com.yubico.webauthn.RegistrationResult;
import com.yubico.webauthn.RelyingParty;
import com.yubico.webauthn.data.AttestationConveyancePreference;
import com.yubico.webauthn.data.AuthenticatorAssertionResponse;
import com.yubico.webauthn.data.AuthenticatorAttestationResponse;
import com.yubico.webauthn.data.AuthenticatorResponse;
import com.yubico.webauthn.data.AuthenticatorSelectionCriteria;
import com.yubico.webauthn.data.AuthenticatorTransport;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.ClientAssertionExtensionOutputs;
import com.yubico.webauthn.data.ClientRegistrationExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.PublicKeyCredentialCreationOptions;
import com.yubico.webauthn.data.PublicKeyCredentialDescriptor;
import com.yubico.webauthn.data.PublicKeyCredentialParameters;
import com.yubico.webauthn.data.PublicKeyCredentialRequestOptions;
import com.yubico.webauthn.data.RelyingPartyIdentity;
import com.yubico.webauthn.data.ResidentKeyRequirement;
import com.yubico.webauthn.data.UserIdentity;
import com.yubico.webauthn.data.UserVerificationRequirement;
import com.yubico.webauthn.exception.AssertionFailedException;
import com.yubico.webauthn.exception.InvalidSignatureCountException;
import com.yubico.webauthn.exception.RegistrationFailedException;
import florin.team.PasskeyStore.StoredCredential;
import florin.team.PasskeyStore.StoredPasskey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two ceremonies of WebAuthn (W3C, level 2). Only this class uses the WebAuthn library. No code
 * of Florin runs within the library's checks, so any exception there is caused by the input.
 */
@SuppressWarnings("ArrayRecordComponent") // input of devices, which is never compared
final class Ceremonies {
  private static final Logger LOG = LoggerFactory.getLogger(Ceremonies.class);

  private static final String NAME = "Florin";

  /** The accepted attestation formats: those that browsers send if no attestation is requested. */
  private static final Set<String> FORMATS = Set.of("none", "packed");

  private static final List<PublicKeyCredentialParameters> ALGORITHMS =
      List.of(
          PublicKeyCredentialParameters.ES256,
          PublicKeyCredentialParameters.EdDSA,
          PublicKeyCredentialParameters.RS256);

  private static final int MAX_TRANSPORTS = 10;

  private Ceremonies() {}

  /**
   * A new key of a device.
   *
   * @param publicKey in COSE format
   */
  record NewCredential(
      byte[] credentialId, byte[] publicKey, long signCount, List<String> transports) {}

  /** Returns the options for `navigator.credentials.create`. */
  static String creation(
      PasskeySite site, User user, byte[] challenge, List<StoredCredential> existing) {
    try {
      return creationOptions(site, user, challenge, existing).toCredentialsCreateJson();
    } catch (JsonProcessingException bug) {
      throw new IllegalStateException("writing the options of a new passkey", bug);
    }
  }

  /**
   * Returns the options for `navigator.credentials.get`.
   *
   * @param known the passkeys to choose from; empty for any on the device
   */
  static String request(PasskeySite site, byte[] challenge, List<StoredCredential> known) {
    try {
      return requestOptions(site, challenge, known).toCredentialsGetJson();
    } catch (JsonProcessingException bug) {
      throw new IllegalStateException("writing the options of a sign-in", bug);
    }
  }

  /** A response of `navigator.credentials.create`, parsed and not verified yet. */
  record Creation(
      PublicKeyCredential<AuthenticatorAttestationResponse, ClientRegistrationExtensionOutputs>
          sent,
      byte[] challenge) {
    static Optional<Creation> parse(String json) {
      if (json.length() > Passkeys.MAX_ANSWER) {
        return Optional.empty();
      }
      try {
        var sent = PublicKeyCredential.parseRegistrationResponseJson(json);
        return Optional.of(new Creation(sent, challengeOf(sent.getResponse())));
      } catch (IOException | RuntimeException malformed) {
        return Optional.empty();
      }
    }

    /**
     * Verifies the response. Returns empty unless a device created the key for this user at this
     * site, and has verified the user.
     */
    Optional<NewCredential> check(PasskeySite site, User user) {
      try {
        if (!FORMATS.contains(sent.getResponse().getAttestation().getFormat())) {
          return Optional.empty();
        }
        RegistrationResult result =
            party(site, Optional.empty())
                .finishRegistration(
                    FinishRegistrationOptions.builder()
                        .request(creationOptions(site, user, challenge, List.of()))
                        .response(sent)
                        .build());
        return Optional.of(result)
            .filter(RegistrationResult::isUserVerified)
            .map(made ->
                new NewCredential(
                    made.getKeyId().getId().getBytes(),
                    made.getPublicKeyCose().getBytes(),
                    made.getSignatureCount(),
                    transports(sent.getResponse())));
      } catch (RegistrationFailedException | RuntimeException refused) {
        return Optional.empty();
      }
    }
  }

  /** A response of `navigator.credentials.get`, parsed and not verified yet. */
  record Assertion(
      PublicKeyCredential<AuthenticatorAssertionResponse, ClientAssertionExtensionOutputs> sent,
      byte[] challenge) {
    static Optional<Assertion> parse(String json) {
      if (json.length() > Passkeys.MAX_ANSWER) {
        return Optional.empty();
      }
      try {
        var sent = PublicKeyCredential.parseAssertionResponseJson(json);
        return Optional.of(new Assertion(sent, challengeOf(sent.getResponse())));
      } catch (IOException | RuntimeException malformed) {
        return Optional.empty();
      }
    }

    byte[] credentialId() {
      return sent.getId().getBytes();
    }

    /**
     * Verifies the response and returns the device's counter. It must be signed by this passkey, at
     * this site, for its user, whom the device has verified.
     */
    Optional<Long> check(PasskeySite site, StoredPasskey passkey) {
      try {
        AssertionResult result =
            party(site, Optional.of(passkey))
                .finishAssertion(
                    FinishAssertionOptions.builder()
                        .request(
                            AssertionRequest.builder()
                                .publicKeyCredentialRequestOptions(
                                    requestOptions(site, challenge, List.of()))
                                .build())
                        .response(sent)
                        .build());
        return Optional.of(result)
            .filter(right -> right.isSuccess() && right.isUserVerified())
            .map(AssertionResult::getSignatureCount);
      } catch (InvalidSignatureCountException copied) {
        LOG.warn(
            "The count of {} of {} went back: there may be a copy of its key. It was refused.",
            passkey.id(),
            passkey.member().user().id());
        return Optional.empty();
      } catch (AssertionFailedException | RuntimeException refused) {
        return Optional.empty();
      }
    }
  }

  private static byte[] challengeOf(AuthenticatorResponse response) {
    return response.getClientData().getChallenge().getBytes();
  }

  private static PublicKeyCredentialCreationOptions creationOptions(
      PasskeySite site, User user, byte[] challenge, List<StoredCredential> existing) {
    return PublicKeyCredentialCreationOptions.builder()
        .rp(identity(site))
        .user(
            UserIdentity.builder()
                .name(user.email())
                .displayName(user.name())
                .id(handle(user))
                .build())
        .challenge(new ByteArray(challenge))
        .pubKeyCredParams(ALGORITHMS)
        .timeout(PasskeyChallenges.VALID.toMillis())
        .excludeCredentials(Set.copyOf(descriptors(existing)))
        .authenticatorSelection(
            AuthenticatorSelectionCriteria.builder()
                .residentKey(ResidentKeyRequirement.REQUIRED)
                .userVerification(UserVerificationRequirement.REQUIRED)
                .build())
        .attestation(AttestationConveyancePreference.NONE)
        .build();
  }

  private static PublicKeyCredentialRequestOptions requestOptions(
      PasskeySite site, byte[] challenge, List<StoredCredential> known) {
    var options =
        PublicKeyCredentialRequestOptions.builder()
            .challenge(new ByteArray(challenge))
            .rpId(site.host())
            .timeout(PasskeyChallenges.VALID.toMillis())
            .userVerification(UserVerificationRequirement.REQUIRED);
    return known.isEmpty() ? options.build() : options.allowCredentials(descriptors(known)).build();
  }

  private static List<PublicKeyCredentialDescriptor> descriptors(List<StoredCredential> known) {
    return known.stream().map(Ceremonies::descriptor).toList();
  }

  private static PublicKeyCredentialDescriptor descriptor(StoredCredential known) {
    Set<AuthenticatorTransport> transports =
        known.transports().stream().map(AuthenticatorTransport::of).collect(Collectors.toSet());
    return PublicKeyCredentialDescriptor.builder()
        .id(new ByteArray(known.credentialId()))
        .transports(transports)
        .build();
  }

  private static RelyingParty party(PasskeySite site, Optional<StoredPasskey> passkey) {
    return RelyingParty.builder()
        .identity(identity(site))
        .credentialRepository(new OnePasskey(passkey))
        .origins(Set.of(site.origin()))
        .allowOriginPort(false)
        .allowOriginSubdomain(false)
        .allowUntrustedAttestation(true)
        .validateSignatureCounter(true)
        .build();
  }

  private static RelyingPartyIdentity identity(PasskeySite site) {
    return RelyingPartyIdentity.builder().id(site.host()).name(NAME).build();
  }

  private static List<String> transports(AuthenticatorAttestationResponse response) {
    return response.getTransports().stream()
        .map(AuthenticatorTransport::getId)
        .filter(id -> id.matches("[a-z-]{1,32}"))
        .limit(MAX_TRANSPORTS)
        .toList();
  }

  /** Returns the id of the user for devices, which reveals nothing else. */
  static ByteArray handle(User user) {
    return new ByteArray(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(user.id().uuid().getMostSignificantBits())
            .putLong(user.id().uuid().getLeastSignificantBits())
            .array());
  }
}
