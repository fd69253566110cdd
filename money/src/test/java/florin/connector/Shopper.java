package florin.connector;

import florin.connector.AuthorizeRequest.Capture;
import florin.core.Money;
import florin.core.Pan;

/**
 * The payer in a suite of {@link ConnectorContract}. The payer's card comes with the request, or
 * the payer pays on the provider's page if the connector has one.
 */
public interface Shopper {
  /** Returns an authorization that succeeds once the payer completes any step on the page. */
  AuthorizeRequest paying(Money amount, Capture capture);

  /** Returns an authorization that the network rejects immediately. */
  AuthorizeRequest refused(Capture capture);

  /** Returns an authorization whose response takes at least 5 seconds. */
  AuthorizeRequest slow();

  /** Pays on the provider's page for this authorization. */
  void pay(AuthorizeRequest request);

  /** A payer with a card for each outcome, who never sees a page. */
  record CardHolder(Pan good, Pan declined, Pan slowCard) implements Shopper {
    @Override
    public AuthorizeRequest paying(Money amount, Capture capture) {
      return Requests.authorize(Requests.card(good), amount, capture);
    }

    @Override
    public AuthorizeRequest refused(Capture capture) {
      return Requests.authorize(Requests.card(declined), Requests.eur(1000), capture);
    }

    @Override
    public AuthorizeRequest slow() {
      return Requests.sale(slowCard, Requests.eur(1000));
    }

    @Override
    public void pay(AuthorizeRequest request) {
      throw new IllegalStateException("this network has no page");
    }
  }
}
