package florin.bench.echo;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Reads each request's body to its end and responds with as many bytes as a payment has. */
public final class Echo extends Handler.Abstract {
  /** The approximate size of a payment in JSON, in bytes. */
  private static final int ANSWER_LENGTH = 1400;

  /** The same number as in Florin. */
  private static final int PLATFORM_THREADS = 16;

  private final byte[] answer =
      ("{\"id\":\"" + "0".repeat(ANSWER_LENGTH) + "\"}").getBytes(StandardCharsets.US_ASCII);

  private Echo() {}

  public static void main(String[] arguments) throws Exception {
    var threads = new QueuedThreadPool(PLATFORM_THREADS);
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("request-"));
    var server = new Server(threads);
    var connector = new ServerConnector(server, new HttpConnectionFactory());
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    server.setHandler(new Echo());
    server.setStopAtShutdown(true);
    server.start();
    System.out.println(
        "Florin is ready on http://" + connector.getHost() + ":" + connector.getLocalPort());
    server.join();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Content.Source.asByteBuffer(request);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
    response.write(true, ByteBuffer.wrap(answer), callback);
    return true;
  }
}
