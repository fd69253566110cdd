package florin.branding;

import florin.branding.BrandingStore.NewLogo;
import florin.branding.Logo.MediaType;
import florin.core.Realm;
import florin.db.Db;
import java.util.Optional;

/** How a merchant's pages for payers look, in both modes. */
public final class Branding {
  private final BrandingStore store;

  public Branding(BrandingStore store) {
    this.store = store;
  }

  /**
   * What a page shows.
   *
   * @param accent empty where the merchant has chosen none
   * @param logo the same
   */
  public record Look(Optional<Accent> accent, Optional<Logo> logo) {
    public static final Look PLAIN = new Look(Optional.empty(), Optional.empty());
  }

  /** A logo with its bytes. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares logos
  public record LogoFile(MediaType type, byte[] content) {}

  /** What became of a file. */
  public sealed interface LogoResult {
    record Kept(Logo logo) implements LogoResult {}

    /** More than {@value Logo#MAX_BYTES} bytes. */
    record TooLarge() implements LogoResult {}

    /** Neither a PNG nor a JPEG, or not the whole of one. */
    record NoPicture() implements LogoResult {}

    /** Wider or higher than {@value Logo#MAX_PIXELS} pixels, or without any. */
    record OtherSize(int width, int height) implements LogoResult {}
  }

  public Look find(Realm realm) {
    return store.find(realm.accountNumber());
  }

  /**
   * Saves the color and, if there is one, a new logo.
   *
   * @param logo a file that {@link #check} accepts; any other is not kept
   * @param audit writes the audit entry in the same transaction
   */
  public void choose(
      Realm realm, Optional<Accent> accent, Optional<byte[]> logo, Db.Work<?> audit) {
    store.save(realm.accountNumber(), accent, logo.flatMap(Branding::file), audit);
  }

  private static Optional<NewLogo> file(byte[] content) {
    return check(content) instanceof LogoResult.Kept(Logo logo)
        ? Optional.of(new NewLogo(logo, content))
        : Optional.empty();
  }

  /** Looks at the file without keeping it. */
  public static LogoResult check(byte[] content) {
    if (content.length > Logo.MAX_BYTES) {
      return new LogoResult.TooLarge();
    }
    Optional<Picture> found = Picture.of(content);
    if (found.isEmpty()) {
      return new LogoResult.NoPicture();
    }
    Picture picture = found.get();
    boolean fits =
        Math.min(picture.width(), picture.height()) >= 1
            && Math.max(picture.width(), picture.height()) <= Logo.MAX_PIXELS;
    return fits
        ? new LogoResult.Kept(Logo.of(content, picture.type(), picture.width(), picture.height()))
        : new LogoResult.OtherSize(picture.width(), picture.height());
  }

  /**
   * Removes the logo.
   *
   * @param audit writes the audit entry in the same transaction, if there was a logo
   */
  public boolean removeLogo(Realm realm, Db.Work<?> audit) {
    return store.removeLogo(realm.accountNumber(), audit);
  }

  /**
   * For whoever has the address. Which account it is of does not matter: the bytes are the same.
   */
  Optional<LogoFile> findLogo(String hash) {
    return store.findLogo(hash);
  }
}
