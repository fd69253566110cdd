package florin.team;

import florin.core.Hmac;
import florin.core.IdSource;
import florin.db.Db;
import florin.team.Passkeys.PasskeySettings;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.InstantSource;

/** Assembles this package. */
public final class TeamWiring {
  private final Users users;
  private final Sessions sessions;
  private final DeviceCookies devices;
  private final SignIn signIn;
  private final SecondFactors factors;
  private final Passkeys passkeys;
  private final Invitations invitations;
  private final Team team;
  private final Resets resets;
  private final AuditLog audit;
  private final SavedViews views;

  /**
   * The keys of the message authentication codes.
   *
   * @param audit the key for the chain of the audit log
   * @param device the key for device cookies
   */
  public record TeamKeys(Hmac audit, Hmac device) {}

  /**
   * Assembles the parts.
   *
   * @param keys of MACs
   */
  public TeamWiring(
      Db db,
      SecretSeal seal,
      TeamKeys keys,
      PasskeySettings passkeySettings,
      IdSource ids,
      InstantSource clock,
      SecureRandom random) {
    var passwords = new Passwords(random);
    this.users = new Users(db, passwords, ids, clock, random);
    this.sessions = new Sessions(db, seal, ids, clock, random);
    this.factors = new SecondFactors(db, seal, clock, random);
    this.passkeys = new Passkeys(db, sessions, passkeySettings, ids, clock, random);
    this.devices = new DeviceCookies(keys.device(), clock, random);
    this.signIn = new SignIn(db, passwords, factors, passkeys, devices, sessions, clock, random);
    this.invitations = new Invitations(db, passwords, sessions, ids, clock, random);
    this.team = new Team(db);
    this.resets = new Resets(db, passwords, clock, random);
    this.audit = new AuditLog(db, keys.audit());
    this.views = new SavedViews(db);
  }

  public Users users() {
    return users;
  }

  public Sessions sessions() {
    return sessions;
  }

  public DeviceCookies devices() {
    return devices;
  }

  public SignIn signIn() {
    return signIn;
  }

  public SecondFactors secondFactors() {
    return factors;
  }

  public Passkeys passkeys() {
    return passkeys;
  }

  public Invitations invitations() {
    return invitations;
  }

  public Team team() {
    return team;
  }

  public Resets resets() {
    return resets;
  }

  public SavedViews views() {
    return views;
  }

  public AuditLog audit() {
    return audit;
  }
}
