package florin.connector.mollie;

import florin.connector.Deadline;
import florin.connector.Inquiry;
import florin.connector.OperationRef;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.core.Realm;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The common state of a Mollie connector: its realm, its connection and its exchanges. */
record MollieAccount(
    Realm realm,
    boolean live,
    RemoteLine<MollieError> line,
    MollieOffers offers,
    RemoteExchanges exchanges) {
  private static final Logger LOG = LoggerFactory.getLogger(MollieAccount.class);

  /** Reads a payment with everything that belongs to it, and returns what follows from it. */
  Inquiry look(
      OperationRef reference,
      String payment,
      Deadline deadline,
      Function<MolliePayment, Inquiry> reading) {
    return switch (line.send(MollieRequests.payment(payment), deadline)) {
      case RemoteAnswer.Done(RemoteObject found) -> {
        var read = new MolliePayment(found);
        yield read.id().filter(payment::equals).isPresent()
            ? reading.apply(read)
            : unreadable(reference, "another payment");
      }
      case RemoteAnswer.Refused(MollieError error, _) -> {
        LOG.error("{}: Mollie has no {} for this key: {}", reference, payment, error);
        yield new Inquiry.Unreachable(error.toString());
      }
      case RemoteAnswer.NotSent(String detail) -> new Inquiry.Unreachable(detail);
      case RemoteAnswer.KeyRefused(String detail) -> new Inquiry.Unreachable(detail);
      case RemoteAnswer.Lost(String detail, _) -> new Inquiry.Unreachable(detail);
    };
  }

  static Inquiry unreadable(OperationRef reference, String what) {
    LOG.error("{}: Mollie reports {}, which is ignored", reference, what);
    return new Inquiry.Unreachable(what);
  }
}
