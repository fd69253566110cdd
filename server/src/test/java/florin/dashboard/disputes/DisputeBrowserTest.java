package florin.dashboard.disputes;

import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.Axe;
import florin.testing.NeedsBrowser;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Responds to a dispute on a phone. */
@NeedsBrowser
class DisputeBrowserTest {
  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @Test
  void a_dispute_is_found_and_evidence_submitted_on_a_phone() {
    for (int amount : new int[] {5700, 1200}) {
      desk.florin().post("/v2/payments", TestApp.payment(amount, "4000000000002685"));
    }
    try (Tab tab = desk.as(Role.FINANCE, Screen.PHONE)) {
      tab.go("/dashboard/disputes?status=needs_response").title("Disputes");
      tab.sees("in 8 days").seesNot("Just now");
      Axe.look(tab);
      tab.follow("$57.00").title("$57.00");
      Axe.look(tab);
      tab.press("Attach the receipt").sees("Receipt attached.");
      Axe.look(tab);
      tab.follow("Submit evidence…");
      Axe.look(tab);
      tab.press("Submit evidence").sees("Evidence submitted.");
    }
  }
}
