package florin.app;

import florin.event.EventType;
import florin.http.FieldList;

/**
 * The list of fields that the request log stores from bodies and queries: amounts, currencies, ids,
 * booleans, words of closed lists, and plain metadata keys. For all other data, such as card data,
 * codes, secrets, names, addresses and free text, it stores only that a field was present. A field
 * outside the list is never stored.
 */
public final class LoggedFields {
  private static final String EVENTS = String.join(" ", EventType.texts());

  public static final FieldList LIST =
      FieldList.of(
          """
          amount whole
          amount.gt whole
          amount.gte whole
          amount.lt whole
          amount.lte whole
          currency currency
          payment id pay
          customer id cus
          payment_method id pm
          payment_method.id id pm
          payment_method.type word card hosted bank_transfer
          payment_method.card hidden
          payment_method.billing_details hidden
          capture_method word automatic manual
          save_payment_method flag
          three_d_secure.version word 2.1.0 2.2.0 2.3.0 2.3.1
          three_d_secure.trans_status word Y N U A R I
          three_d_secure.ds_transaction_id hidden
          three_d_secure.eci hidden
          three_d_secure.cryptogram hidden
          cancellation_reason word duplicate fraudulent requested_by_customer abandoned
          reason word duplicate fraudulent requested_by_customer
          description hidden
          receipt_email hidden
          customer_email hidden
          statement_descriptor hidden
          return_url hidden
          metadata keys
          type word card hosted bank_transfer
          card hidden
          billing_details hidden
          name hidden
          email hidden
          phone hidden
          address hidden
          line_items[].name hidden
          line_items[].quantity whole
          line_items[].amount whole
          customer_chooses.min whole
          customer_chooses.max whole
          success_url hidden
          cancel_url hidden
          locale word en de fr es
          methods[] word card hosted bank_transfer
          expires_in whole
          max_payments whole
          active flag
          url hidden
          enabled_events[] word * :events
          status word requires_action processing requires_capture succeeded failed canceled pending delivered exhausted open complete expired enabled disabled draft
          webhook_endpoint id we
          since whole
          tolerance whole
          header hidden
          body hidden
          secret hidden
          kind word stripe mollie
          settings hidden
          credentials hidden
          iban hidden
          bic hidden
          holder hidden
          limit whole
          starting_after id
          ending_before id
          created whole
          created.gt whole
          created.gte whole
          created.lt whole
          created.lte whole
          expand[] word customer payment_method attempts
          payment_method_type word card hosted bank_transfer
          payment_link id plink
          object_id id
          types[] word :events
          last4 hidden
          client_secret hidden
          """
              .replace(":events", EVENTS));

  private LoggedFields() {}
}
