package florin.branding;

import florin.branding.Branding.LogoFile;
import florin.branding.Branding.Look;
import florin.branding.Logo.MediaType;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The colors and logos of merchants in PostgreSQL. */
public final class BrandingStore {
  /** Omits the logo's bytes, which each browser requests separately, once. */
  private static final String FIND =
      """
      SELECT b.accent, l.hash, l.media_type, l.width, l.height
        FROM (VALUES (?::bigint)) AS a (number)
        LEFT JOIN branding b ON b.account_number = a.number
        LEFT JOIN logo l ON l.account_number = a.number
      """;

  private static final String SAVE =
      """
      INSERT INTO branding (account_number, accent)
      VALUES (?, ?)
          ON CONFLICT (account_number) DO UPDATE
         SET accent = excluded.accent
      """;

  private static final String CLEAR = "DELETE FROM branding WHERE account_number = ?";

  private static final String SAVE_LOGO =
      """
      INSERT INTO logo (account_number, hash, media_type, width, height, content)
      VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (account_number) DO UPDATE
         SET hash = excluded.hash,
             media_type = excluded.media_type,
             width = excluded.width,
             height = excluded.height,
             content = excluded.content
      """;

  private static final String REMOVE_LOGO = "DELETE FROM logo WHERE account_number = ?";

  /** Returns one row, because two accounts may have the same logo. */
  private static final String FIND_LOGO =
      """
      SELECT media_type, content
        FROM logo
       WHERE hash = ?
       LIMIT 1
      """;

  private final Db db;

  public BrandingStore(Db db) {
    this.db = db;
  }

  Look find(long account) {
    return db.findOne(FIND, BrandingStore::readLook, account).orElseThrow();
  }

  /** A logo and the file that it describes. */
  @SuppressWarnings("ArrayRecordComponent") // logos are never compared
  record NewLogo(Logo logo, byte[] content) {}

  void save(long account, Optional<Accent> accent, Optional<NewLogo> file, Db.Work<?> audit) {
    db.transaction(connection -> {
      if (accent.isPresent()) {
        Db.update(connection, SAVE, account, accent.get().text());
      } else {
        Db.update(connection, CLEAR, account);
      }
      if (file.isPresent()) {
        Logo logo = file.get().logo();
        Db.update(
            connection,
            SAVE_LOGO,
            account,
            logo.hash(),
            logo.type().text(),
            logo.width(),
            logo.height(),
            file.get().content());
      }
      return audit.run(connection);
    });
  }

  boolean removeLogo(long account, Db.Work<?> audit) {
    return db.transaction(connection -> {
      boolean isRemoved = Db.update(connection, REMOVE_LOGO, account) > 0;
      if (isRemoved) {
        audit.run(connection);
      }
      return isRemoved;
    });
  }

  Optional<LogoFile> findLogo(String hash) {
    return db.findOne(
        FIND_LOGO,
        row -> new LogoFile(MediaType.of(row.getString("media_type")), row.getBytes("content")),
        hash);
  }

  private static Look readLook(ResultSet row) throws SQLException {
    String hash = row.getString("hash");
    return new Look(
        Optional.ofNullable(row.getString("accent")).map(Accent::new),
        hash == null
            ? Optional.empty()
            : Optional.of(
                new Logo(
                    hash,
                    MediaType.of(row.getString("media_type")),
                    row.getInt("width"),
                    row.getInt("height"))));
  }
}
