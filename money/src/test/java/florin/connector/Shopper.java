package florin.connector;

import florin.connector.AuthorizeRequest.Capture;
import florin.core.Money;
import florin.core.Pan;

/**
 * Who pays in a suite of {@link ConnectorContract}: by a card that comes with the request, or on
 * the provider's page, where the connector says that it has one.
 */
public interface Shopper {
  /** An authorisation that comes about, if the payer does what there is to be done. */
  AuthorizeRequest paying(Money amount, Capture capture);

  /** One that is refused as soon as it is asked for. */
  AuthorizeRequest refused(Capture capture);

  /** One whose answer takes 5 seconds or more. */
  AuthorizeRequest slow();

  /** Pays on the provider's page, to which an authorisation has led. */
  void pay(AuthorizeRequest request);

  /** Has a card of each kind, and nothing to do on a page. */
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
