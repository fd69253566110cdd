package florin.team;

import florin.core.Hmac;
import florin.core.IdSource;
import florin.core.Sources;
import florin.db.Db;
import florin.team.Passkeys.PasskeySettings;
import florin.vault.Argon2id;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.InstantSource;

/** The parts of this package. */
public record TeamModule(
    Users users,
    Sessions sessions,
    DeviceCookies devices,
    SignIn signIn,
    SecondFactors secondFactors,
    Passkeys passkeys,
    Invitations invitations,
    Team team,
    Resets resets,
    AuditLog audit,
    SavedViews views,
    RefundRequests refundRequests,
    CalendarFeeds calendarFeeds) {
  /**
   * Creates the parts.
   *
   * @param auditKey the key for the chain of the audit log
   * @param deviceKey the key for device cookies
   * @param passwordCost the cost of a new password's hash
   */
  public static TeamModule of(
      Db db,
      SecretSeal seal,
      Hmac auditKey,
      Hmac deviceKey,
      PasskeySettings passkeySettings,
      Argon2id passwordCost,
      Sources sources) {
    IdSource ids = sources.ids();
    InstantSource clock = sources.clock();
    SecureRandom random = sources.random();
    var passwords = new Passwords(random, passwordCost);
    var sessions = new Sessions(db, seal, ids, clock, random);
    var factors = new SecondFactors(db, seal, clock, random);
    var passkeys = new Passkeys(db, sessions, passkeySettings, ids, clock, random);
    var devices = new DeviceCookies(deviceKey, clock, random);
    return new TeamModule(
        new Users(db, passwords, ids, clock, random),
        sessions,
        devices,
        new SignIn(db, passwords, factors, passkeys, devices, sessions, clock, random),
        factors,
        passkeys,
        new Invitations(db, passwords, sessions, ids, clock, random),
        new Team(db),
        new Resets(db, passwords, clock, random),
        new AuditLog(db, auditKey),
        new SavedViews(db),
        new RefundRequests(db, ids, clock),
        new CalendarFeeds(db, clock, random));
  }
}
