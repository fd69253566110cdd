package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.Form;
import emulator.provider.Request;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;

/**
 * The page on which a payer chooses a method and an outcome, like Mollie's page of test mode. It
 * works without scripts.
 */
final class PayPage {
  static final String PATH = "/checkout/";

  private final Payers payers;

  PayPage(Payers payers) {
    this.payers = payers;
  }

  Answer answer(Request request) {
    String id = request.path().replaceFirst(PATH, "");
    try {
      return request.method().equals("POST") ? act(id, request.body()) : page(id);
    } catch (NoSuchElementException none) {
      return Answer.page(404, "<h1>There is no such page</h1>");
    } catch (IllegalStateException closed) {
      return Answer.page(409, "<h1>The payment doesn't allow this</h1>");
    } catch (IllegalArgumentException unknown) {
      return Answer.page(400, "<h1>There is no such choice</h1>");
    }
  }

  private Answer act(String id, String form) {
    Form in = Form.decode(form);
    String choice = in.get("choice");
    if (choice.equals("chargeback")) {
      payers.chargeBack(id);
      return page(id);
    }
    Method method =
        in.find("method")
            .map(text -> Method.valueOf(text.toUpperCase(Locale.ROOT)))
            .orElseGet(() -> payers.method(id));
    Status status = Status.valueOf(choice.toUpperCase(Locale.ROOT));
    return payers
        .choose(id, method, status)
        .map(uri -> Answer.seeOther(uri.toString()))
        .orElseGet(() -> page(id));
  }

  private Answer page(String id) {
    Payers.Visit visit = payers.visit(id);
    var html =
        new StringBuilder("<!doctype html><html lang=\"en\"><title>Pay</title><h1>")
            .append(visit.amount())
            .append(' ')
            .append(visit.currency())
            .append("</h1><p>")
            .append(visit.status().text())
            .append("<form method=\"post\">");
    if (visit.status() == Status.OPEN) {
      html.append("<p><select name=\"method\">");
      for (Method method : visit.methods()) {
        html.append("<option value=\"")
            .append(method.id())
            .append("\">")
            .append(method.title())
            .append("</option>");
      }
      html.append("</select>");
    }
    for (String choice : choices(visit)) {
      html.append("<p><button name=\"choice\" value=\"")
          .append(choice)
          .append("\">")
          .append(choice)
          .append("</button>");
    }
    return Answer.page(200, html.append("</form></html>").toString());
  }

  /** Returns the choices in the payment's status. */
  private static List<String> choices(Payers.Visit visit) {
    String success = (visit.isHeld() ? Status.AUTHORIZED : Status.PAID).text();
    return switch (visit.status()) {
      case OPEN -> List.of(success, "pending", "failed", "canceled", "expired", "open");
      case PENDING -> List.of(success, "failed", "canceled");
      case PAID -> List.of("chargeback");
      case AUTHORIZED, CANCELED, EXPIRED, FAILED -> List.of();
    };
  }
}
