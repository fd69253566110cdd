package florin.mail;

import static org.assertj.core.api.Assertions.assertThat;

import florin.mail.Mailer.MailMessage;
import florin.mail.Mailer.MailResult;
import florin.mail.SmtpServer.Security;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the mailer interprets a mail server's replies. The server sends scripted replies. */
class MailerTest {
  /** The header of a handshake record of 16,128 bytes. */
  private static final String HANDSHAKE = "\u0016\u0003\u0003?\u0000";

  @ParameterizedTest
  @ValueSource(strings = {"550 5.1.1 No such user", "553 5.1.3 No such mailbox"})
  void a_permanently_rejected_address_is_not_retried(String answer) throws IOException {
    assertThat(sendTo(new ScriptedServer("RCPT", answer)))
        .isInstanceOfSatisfying(
            MailResult.Refused.class, refused -> assertThat(refused.reason()).contains(answer));
  }

  @ParameterizedTest
  @CsvSource({
    "RCPT, 450 4.2.1 Mailbox busy",
    "MAIL, 421 4.3.2 Shutting down",
    "MAIL, 554 5.7.1 You may not send",
    "DATA, 451 4.3.0 Try later",
    "DATA, 554 5.6.0 Not like this"
  })
  void every_other_rejection_is_temporary(String command, String answer) throws IOException {
    assertThat(sendTo(new ScriptedServer(command, answer))).isInstanceOf(MailResult.Failed.class);
  }

  @Test
  void a_message_that_the_server_took_is_accepted() throws IOException {
    assertThat(sendTo(new ScriptedServer("none", ""))).isEqualTo(new MailResult.Accepted());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"not an address", "jo@", "a@example.com, b@example.com", "jo@ex\nample.com"})
  void an_invalid_address_sends_nothing(String recipient) throws IOException {
    assertThat(send(new ScriptedServer("none", ""), recipient))
        .isInstanceOf(MailResult.Failed.class);
  }

  @ParameterizedTest
  @CsvSource({"'220 ', a", "'', 220-a\\r\\n", "220 ready\\r\\n, 250-a\\r\\n"})
  void a_reply_without_end_is_not_read_to_its_end(String beginning, String repeated)
      throws IOException {
    MailResult result =
        send(
            Security.NONE,
            written(beginning),
            written(repeated),
            Duration.ZERO,
            Duration.ofMinutes(5));

    assertThat(result)
        .isInstanceOfSatisfying(
            MailResult.Failed.class,
            failed ->
                assertThat(failed.reason())
                    .isEqualTo("the mail server's replies are longer than 256 KiB"));
  }

  /**
   * Each byte arrives within the timeout of a step. With TLS, the bytes belong to the handshake.
   */
  @ParameterizedTest
  @CsvSource({
    "NONE, '220 '",
    "TLS, <HANDSHAKE>",
    "STARTTLS, 220 ready\\r\\n|250-me\\r\\n250 STARTTLS\\r\\n|220 go\\r\\n|<HANDSHAKE>"
  })
  void a_reply_that_drips_is_not_awaited(Security security, String beginning) throws IOException {
    MailResult result =
        send(
            security,
            written(beginning).replace("<HANDSHAKE>", HANDSHAKE),
            "a",
            Duration.ofMillis(5),
            Duration.ofSeconds(1));

    assertThat(result)
        .isInstanceOfSatisfying(
            MailResult.Failed.class,
            failed ->
                assertThat(failed.reason())
                    .isEqualTo("the mail server didn't accept the message within 1 s"));
  }

  private static String written(String escaped) {
    return escaped.replace("\\r\\n", "\r\n");
  }

  /** Sends a message to a server that repeats its reply forever. */
  private static MailResult send(
      Security security, String beginning, String repeated, Duration pause, Duration timeout)
      throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> repeat(server, beginning, repeated, pause));
      return new Mailer(smtp(server.getLocalPort(), security), timeout)
          .send(
              new MailMessage("id", "jo@example.com", "Subject", "text", "html", Optional.empty()),
              Instant.EPOCH);
    }
  }

  private static void repeat(
      ServerSocket server, String beginning, String repeated, Duration pause) {
    String block = pause.isZero() ? repeated.repeat(1000) : repeated;
    try (Socket client = server.accept()) {
      for (String said : beginning.split("\\|")) {
        if (!said.equals(beginning) && !said.startsWith("220 ready")) {
          client.getInputStream().read(new byte[4096]);
        }
        client.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
      }
      for (int i = 0; i < 10_000; i++) {
        client.getOutputStream().write(block.getBytes(StandardCharsets.US_ASCII));
        LockSupport.parkNanos(pause.toNanos());
      }
      // Reads until the client closes the connection.
      client.getInputStream().readAllBytes();
    } catch (IOException ended) {
      // The client has closed the connection.
    }
  }

  private static SmtpServer smtp(int port, Security security) {
    return new SmtpServer("127.0.0.1", port, security, Optional.empty(), "shop@example.com");
  }

  private static MailResult sendTo(ScriptedServer server) throws IOException {
    return send(server, "jo@example.com");
  }

  private static MailResult send(ScriptedServer server, String recipient) throws IOException {
    try (server) {
      return new Mailer(smtp(server.port(), Security.NONE))
          .send(
              new MailMessage("id", recipient, "Subject", "text", "html", Optional.empty()),
              Instant.EPOCH);
    }
  }

  /** A server that accepts every command but one. */
  private static final class ScriptedServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final String command;
    private final String answer;

    ScriptedServer(String command, String answer) throws IOException {
      this.command = command;
      this.answer = answer;
      Thread.ofVirtual().start(this::serve);
    }

    int port() {
      return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }

    private void serve() {
      try (Socket client = socket.accept()) {
        speak(client);
      } catch (IOException failed) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(failed);
        }
      }
    }

    private void speak(Socket client) throws IOException {
      var in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
      say(client, "220 ready");
      boolean inData = false;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (inData) {
          inData = !line.equals(".");
          if (!inData) {
            say(client, "250 taken");
          }
        } else if (line.startsWith(command)) {
          say(client, answer);
        } else if (line.startsWith("DATA")) {
          inData = true;
          say(client, "354 go on");
        } else if (line.startsWith("QUIT")) {
          say(client, "221 bye");
          return;
        } else {
          say(client, "250 fine");
        }
      }
    }

    private static void say(Socket client, String line) throws IOException {
      client.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
      client.getOutputStream().flush();
    }
  }
}
