package florin.testing;

import florin.connector.Connector;
import florin.connector.Inquiry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A connector that loses its first inquiries. */
public final class DeafLine implements UnaryOperator<Connector> {
  private final AtomicInteger lost;

  /**
   * Creates the wrapper.
   *
   * @param lost how many inquiries are lost
   */
  public DeafLine(int lost) {
    this.lost = new AtomicInteger(lost);
  }

  @Override
  public Connector apply(Connector network) {
    return (Connector)
        Proxy.newProxyInstance(
            DeafLine.class.getClassLoader(),
            new Class<?>[] {Connector.class},
            (_, method, arguments) -> {
              if (method.getName().equals("inquire") && lost.getAndDecrement() > 0) {
                return new Inquiry.Unreachable("the line is down");
              }
              try {
                return method.invoke(network, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
