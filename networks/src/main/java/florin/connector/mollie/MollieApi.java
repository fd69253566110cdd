package florin.connector.mollie;

import florin.connector.remote.RemoteApi;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** The properties of Mollie's API. */
final class MollieApi implements RemoteApi<MollieError> {
  static final URI MOLLIE = URI.create("https://api.mollie.com");

  private static final Set<Integer> REJECTIONS = Set.of(400, 404, 409, 410, 422);

  /** The resources that have the mode of their key. The mode of a profile means something else. */
  private static final Set<String> WITH_MODE =
      Set.of("payment", "capture", "refund", "chargeback", "customer", "mandate", "balance");

  @Override
  public String provider() {
    return "Mollie";
  }

  @Override
  public boolean isOfNewPage(RemoteRequest request) {
    return request.isPost() && request.target().equals(MollieRequests.PAYMENTS);
  }

  @Override
  public boolean mayBeEmpty() {
    return true;
  }

  @Override
  public Optional<MollieError> error(RemoteObject body) {
    return Optional.of(MollieError.of(body));
  }

  /** Returns the status only, which the error repeats. */
  @Override
  public String detail(int status, Optional<MollieError> error) {
    return "status " + status;
  }

  @Override
  public boolean isRejection(RemoteRequest request, int status, MollieError error) {
    return REJECTIONS.contains(status)
        && error.status() == status
        && (status != 409 || isDuplicate(request, error));
  }

  @Override
  public boolean isInUse(RemoteRequest request, Optional<MollieError> error) {
    return error.filter(it -> isDuplicate(request, it)).isEmpty();
  }

  /**
   * Returns whether Mollie rejects a refund of an amount that was refunded within the last hour. No
   * other property distinguishes it from a key in use.
   */
  private static boolean isDuplicate(RemoteRequest request, MollieError error) {
    return request.isPost() && request.target().endsWith("/refunds") && error.isDuplicate();
  }

  @Override
  public boolean isOfOtherMode(RemoteObject object, boolean live) {
    return WITH_MODE.contains(object.text("resource").orElse(""))
        && !object.text("mode").equals(Optional.of(live ? "live" : "test"));
  }
}
