package florin.team;

import florin.core.Hmac;
import florin.core.IdSource;
import florin.db.Db;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.InstantSource;

/** The parts of this package, put together. */
public final class TeamWiring {
  private final Users users;
  private final Sessions sessions;
  private final SignIn signIn;
  private final AuditLog audit;

  /**
   * @param auditKey of the chain of the audit log
   */
  public TeamWiring(
      Db db,
      SecretSeal seal,
      Hmac auditKey,
      IdSource ids,
      InstantSource clock,
      SecureRandom random) {
    var passwords = new Passwords(random);
    this.users = new Users(db, passwords, ids, clock, random);
    this.sessions = new Sessions(db, seal, ids, clock, random);
    this.signIn = new SignIn(db, passwords, sessions, clock);
    this.audit = new AuditLog(db, auditKey);
  }

  public Users users() {
    return users;
  }

  public Sessions sessions() {
    return sessions;
  }

  public SignIn signIn() {
    return signIn;
  }

  public AuditLog audit() {
    return audit;
  }
}
