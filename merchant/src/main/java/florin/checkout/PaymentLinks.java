package florin.checkout;

import florin.checkout.PaymentLink.Offer;
import florin.checkout.PaymentLink.Price;
import florin.checkout.PaymentLink.Usage;
import florin.core.Field;
import florin.core.Id.PaymentLinkId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.IdTime;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The merchants' commands on payment links. */
public final class PaymentLinks {
  private final PaymentLinkStore store;
  private final Offers offers;
  private final IdempotentCommand once;
  private final CheckoutLinks links;
  private final IdSource ids;
  private final InstantSource clock;

  public PaymentLinks(
      PaymentLinkStore store,
      Offers offers,
      IdempotentCommand once,
      CheckoutLinks links,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.offers = offers;
    this.once = once;
    this.links = links;
    this.ids = ids;
    this.clock = clock;
  }

  /** The command to create a link. */
  public record CreateLink(Price price, Offer offer, boolean active) {}

  public Result<PaymentLink> create(Realm realm, Origin origin, CreateLink command) {
    requireSafe(realm, command.offer().successUrl().isPresent(), command.offer());
    return once.run(
        realm,
        origin,
        () -> {
          var link =
              new PaymentLink(
                  realm,
                  new PaymentLinkId(ids.next()),
                  1,
                  command.active(),
                  command.price(),
                  command.offer(),
                  new Usage(0, 0),
                  clock.instant());
          offers.require(
              realm,
              link.cart(link.price().least()),
              link.settings(Optional.empty()),
              !link.isLimited());
          return Decision.untold(
              link.id().uuid(), link, List.of(PaymentLinkStore.insert(link)), this::view);
        });
  }

  public Optional<PaymentLink> find(Realm realm, PaymentLinkId id) {
    return store.find(realm, id);
  }

  /** Returns a page of links, newest first. */
  public Page<PaymentLink> list(
      Realm realm, Optional<Boolean> active, IdTime.Span created, PageRequest page) {
    return store.list(realm, active, created, page);
  }

  public Result<PaymentLink> update(
      Realm realm, PaymentLinkId id, Origin origin, PaymentLinkChange change) {
    return once.run(
        realm,
        origin,
        () -> {
          PaymentLink before = store.find(realm, id).orElseThrow(id::notFound);
          PaymentLink after = change.applyTo(before);
          requireSafe(realm, change.successUrl() instanceof Field.Set<?>, after.offer());
          return Decision.untold(
              id.uuid(), after, List.of(PaymentLinkStore.update(after)), this::view);
        });
  }

  /** Returns the link as the API shows it. */
  public PaymentLinkView view(PaymentLink link) {
    return PaymentLinkView.of(link, links.url(link));
  }

  /** Returns the URL for payers. */
  public String url(PaymentLink link) {
    return links.url(link);
  }

  private static void requireSafe(Realm realm, boolean isNew, Offer offer) {
    if (realm.isLive() && isNew) {
      CheckoutFormats.requireSafe("success_url", offer.successUrl());
    }
  }
}
