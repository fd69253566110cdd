package emulator.stripe;

import emulator.provider.Answer;
import emulator.provider.Form;
import emulator.provider.Request;
import java.util.NoSuchElementException;

/** The payment page, for manual tests in a browser. It works without scripts. */
final class PayPage {
  static final String PATH = "/c/pay/";

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
      return Answer.page(200, "<h1>This page can no longer be paid</h1>");
    }
  }

  private Answer act(String id, String body) {
    String card = Form.decode(body).find("card").orElse("");
    if (card.isEmpty()) {
      return payers.abandon(id).map(uri -> Answer.seeOther(uri.toString())).orElse(page(id));
    }
    return payers
        .pay(id, Card.valueOf(card))
        .map(uri -> Answer.seeOther(uri.toString()))
        .orElseGet(() -> page(id));
  }

  private Answer page(String id) {
    Payers.Visit visit = payers.visit(id);
    boolean isSetup = visit.currency().isEmpty();
    var html =
        new StringBuilder("<!doctype html><html lang=\"en\"><title>Pay</title><h1>")
            .append(isSetup ? "Save a card" : visit.amount() + " " + visit.currency())
            .append("</h1><form method=\"post\">");
    for (Card card : Card.values()) {
      if (isSetup && !card.isCard()) {
        continue;
      }
      html.append("<p><button name=\"card\" value=\"")
          .append(card.name())
          .append("\">")
          .append(card.name())
          .append("</button>");
    }
    return Answer.page(200, html.append("<p><button>Back</button></form></html>").toString());
  }
}
