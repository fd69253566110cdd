package florin.page;

import florin.mail.Letter;
import florin.mail.Mailer.MailMessage;
import java.util.Map;

/** Makes mails: all kinds have the same template. */
public final class Letters {
  private final Pages pages = new Pages();

  /**
   * Returns a mail to one person.
   *
   * @param id stays the same for every copy
   */
  public MailMessage message(String id, String recipient, Letter letter) {
    return new MailMessage(
        id,
        recipient,
        letter.subject(),
        letter.text(),
        pages.renderBare("page/mail.jte", Map.of("letter", letter)),
        letter.sender().logo());
  }
}
