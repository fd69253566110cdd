package florin.checkout;

import florin.db.Db;
import java.util.Optional;

/** The colours of merchants in PostgreSQL. */
public final class BrandingStore {
  private static final String FIND = "SELECT accent FROM branding WHERE account_number = ?";

  private static final String SAVE =
      """
      INSERT INTO branding (account_number, accent)
      VALUES (?, ?)
          ON CONFLICT (account_number) DO UPDATE
         SET accent = excluded.accent
      """;

  private static final String CLEAR = "DELETE FROM branding WHERE account_number = ?";

  private final Db db;

  public BrandingStore(Db db) {
    this.db = db;
  }

  Optional<Accent> find(long account) {
    return db.findOne(FIND, row -> new Accent(row.getString("accent")), account);
  }

  void save(long account, Optional<Accent> accent) {
    if (accent.isPresent()) {
      db.update(SAVE, account, accent.get().text());
    } else {
      db.update(CLEAR, account);
    }
  }
}
