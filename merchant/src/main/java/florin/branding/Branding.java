package florin.branding;

import florin.branding.BrandingStore.NewLogo;
import florin.branding.Logo.MediaType;
import florin.core.Realm;
import florin.db.Db;
import java.util.Optional;

/** The appearance of a merchant's pages for payers, in both modes. */
public final class Branding {
  private final BrandingStore store;

  public Branding(BrandingStore store) {
    this.store = store;
  }

  /**
   * The appearance of a page.
   *
   * @param accent empty if the merchant has chosen none
   * @param logo empty if the merchant has none
   */
  public record Look(Optional<Accent> accent, Optional<Logo> logo) {
    public static final Look PLAIN = new Look(Optional.empty(), Optional.empty());
  }

  /** A logo with its bytes. */
  @SuppressWarnings("ArrayRecordComponent") // logos are never compared
  public record LogoFile(MediaType type, byte[] content) {}

  /** The result for an uploaded file. */
  public sealed interface LogoResult {
    record Kept(Logo logo) implements LogoResult {}

    /** The file has more than {@value Logo#MAX_BYTES} bytes. */
    record TooLarge() implements LogoResult {}

    /** The file is no complete PNG or JPEG. */
    record NoPicture() implements LogoResult {}

    /** The picture is wider or higher than {@value Logo#MAX_PIXELS} pixels, or has none. */
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

  /** Checks a file without storing it. */
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

  /** Returns a logo by its URL's hash. Its account does not matter: the bytes are the same. */
  public Optional<LogoFile> findLogo(String hash) {
    return store.findLogo(hash);
  }
}
