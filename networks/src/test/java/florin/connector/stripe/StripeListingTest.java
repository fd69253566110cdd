package florin.connector.stripe;

import static florin.connector.Requests.eur;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.refund;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Connector.ProviderListing;
import florin.connector.OperationRef;
import florin.connector.ProviderObject;
import florin.connector.Requests;
import florin.core.Id.AttemptId;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists the objects at Stripe that have Florin's references. */
class StripeListingTest extends StripeConnectorFixture {
  @Test
  void sessions_with_florins_references_are_listed_then_charges_and_refunds() {
    String ours = Requests.reference().toString();
    String sessions =
        "{\"object\": \"list\", \"has_more\": %s, \"data\": [%s, %s]}"
            .formatted(
                true, listed("cs_1", "order-17", "complete"), listed("cs_2", ours, "complete"));
    stripe.on("GET /v1/checkout/sessions", sessions);
    stripe.on(REFUNDS, "{\"data\": [" + refund("succeeded", ours) + "]}");
    Instant since = Instant.ofEpochSecond(1_790_000_000);

    var first = (ProviderListing.Page) connector.list(since, Optional.empty(), soon());

    assertThat(stripe.last().form()).isEqualTo("created%5Bgte%5D=1790000000&limit=100");
    assertThat(first.next()).hasValue("sessions:cs_2");
    assertThat(first.objects())
        .containsExactly(
            new ProviderObject(
                "cs_2",
                new OperationRef(AttemptId.KIND.parse(ours).orElseThrow()),
                Optional.of(eur(1000)),
                "page complete paid",
                since,
                Optional.of(URI.create("https://dashboard.stripe.com/test/payments/pi_1"))));

    stripe.on("GET /v1/checkout/sessions", sessions.replace("true", "false"));
    var second = (ProviderListing.Page) connector.list(since, first.next(), soon());
    assertThat(stripe.last().form()).endsWith("&starting_after=cs_2");
    assertThat(second.next()).hasValue("charges");
    stripe.on("GET /v1/payment_intents", "{\"has_more\": true, \"data\": [{\"id\": \"pi_7\"}]}");
    var charges = (ProviderListing.Page) connector.list(since, second.next(), soon());
    assertThat(charges.next()).hasValue("charges:pi_7");
    stripe.on("GET /v1/payment_intents", "{\"has_more\": false, \"data\": []}");
    charges = (ProviderListing.Page) connector.list(since, charges.next(), soon());
    assertThat(stripe.last().form()).endsWith("&starting_after=pi_7");
    var third = (ProviderListing.Page) connector.list(since, charges.next(), soon());
    assertThat(third.objects())
        .extracting(ProviderObject::status)
        .containsExactly("refund succeeded");
    assertThat(third.next()).isEmpty();
    assertThat(stripe.calls()).allMatch(call -> call.startsWith("GET "));

    stripe.on(REFUNDS, 500, "{}");
    assertThat(connector.list(since, charges.next(), soon()))
        .isInstanceOf(ProviderListing.Unanswered.class);
  }

  private static String listed(String id, String reference, String status) {
    return """
    {"id": "%s", "object": "checkout.session", "livemode": false, "status": "%s", "payment_status": "paid", "created": 1790000000,
     "client_reference_id": "%s", "amount_total": 1000, "currency": "eur", "payment_intent": "pi_1"}\
    """
        .formatted(id, status, reference);
  }
}
