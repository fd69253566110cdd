package emulator.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class WireTest {
  @Test
  void no_other_server_gets_the_port_while_connections_are_refused() throws IOException {
    try (var wire = new Wire(0)) {
      int port = wire.address().getPort();
      wire.open((_, line) -> line.end());
      wire.refuse();

      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
          .isInstanceOf(ConnectException.class);
      assertThatThrownBy(() -> new ServerSocket(port, 1, InetAddress.getLoopbackAddress()))
          .isInstanceOf(BindException.class);

      wire.reopen();
      try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(client.isConnected()).isTrue();
      }
    }
  }
}
