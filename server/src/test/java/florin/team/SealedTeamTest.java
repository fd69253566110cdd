package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import florin.vault.Keyring;
import florin.vault.Rewrapping;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The team's secrets move to a new encryption key in the same way as card numbers. */
class SealedTeamTest {
  @Test
  void second_factors_and_secrets_that_are_to_be_shown_are_sealed_under_the_new_key() {
    var random = new SecureRandom();
    try (TestApp florin = TestApp.open();
        var db = new Db(florin.database())) {
      Keyring old = Keyring.load(florin.keysFile());
      var seal = new SecretSeal(() -> old, random);
      Member member = DashboardClient.newMember(florin, Role.ADMIN);
      UUID user = member.user().id().uuid();
      DashboardClient.of(florin, member).close();
      UUID session = UUID.fromString(florin.query("SELECT id FROM session").getFirst());
      florin.update("UPDATE session SET mode = 'live'");
      florin.update(
          "INSERT INTO second_factor (user_id, secret, created_at) VALUES (?, ?, now())",
          user,
          seal.seal(Sessions.OF_USERS, user, "totp"));
      florin.update(
          "UPDATE session SET once = ?", seal.seal(Sessions.OF_USERS, session, "sk_live"));

      Keyring keyring = old.withNewEnvelopeKey(random);
      var anew = new SecretSeal(() -> keyring, random);
      List<SealedThings> all = SealedTeam.of(db, anew, 2);
      assertThat(all).allMatch(things -> things.countByKey().equals(Map.of(1, 1L)));
      assertThat(all).allMatch(things -> Rewrapping.run(things, _ -> {}) == 1);

      assertThat(all).allMatch(things -> things.countByKey().equals(Map.of(2, 1L)));
      assertThat(
              anew.open(
                  Sessions.OF_USERS,
                  user,
                  florin.query("SELECT secret FROM second_factor").getFirst()))
          .isEqualTo("totp");
      assertThat(
              anew.open(
                  Sessions.OF_USERS, session, florin.query("SELECT once FROM session").getFirst()))
          .isEqualTo("sk_live");
    }
  }
}
