package florin.connector;

import florin.connector.Capabilities.PageMethods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One choice of a payer between the pages of several providers.
 *
 * @param methods the methods that the page offers; empty for the connector's setting
 * @param named the methods by which the payer tells it from the others; empty if Florin doesn't
 *     know them, because the connector offers all that are enabled at the provider
 */
public record PageOffer(Connector connector, List<String> methods, List<String> named) {
  public PageOffer {
    methods = List.copyOf(methods);
    named = List.copyOf(named);
  }

  /**
   * Divides payment methods between connectors, so that no two of them offer the same one.
   *
   * @param connectors those that take a page, in order
   * @param methods the wanted methods; empty for all
   * @param pages the methods of a connector's page, which depend on the payment's purpose
   */
  public static List<PageOffer> divide(
      List<Connector> connectors, List<String> methods, Function<Connector, PageMethods> pages) {
    return methods.isEmpty()
        ? divideAll(connectors, pages)
        : divideWanted(connectors, methods, pages);
  }

  /** Returns the methods of the page for a payment. */
  public static Function<Connector, PageMethods> pages(PaymentNeeds needs) {
    return connector -> connector.capabilities().accepts().pages().of(needs);
  }

  /**
   * Assigns each method to the first connector whose setting has it, otherwise to the first one for
   * which it is possible.
   */
  private static List<PageOffer> divideWanted(
      List<Connector> connectors, List<String> methods, Function<Connector, PageMethods> pages) {
    Map<Connector, List<String>> shares = new LinkedHashMap<>();
    connectors.forEach(connector -> shares.put(connector, new ArrayList<>()));
    for (String method : methods) {
      find(connectors, pages, page -> page.isOffered(List.of(method)))
          .or(() -> find(connectors, pages, page -> page.isPossible(List.of(method))))
          .ifPresent(
              connector -> shares.computeIfAbsent(connector, _ -> new ArrayList<>()).add(method));
    }
    return shares.entrySet().stream()
        .filter(share -> !share.getValue().isEmpty())
        .map(share -> new PageOffer(share.getKey(), share.getValue(), share.getValue()))
        .toList();
  }

  private static Optional<Connector> find(
      List<Connector> connectors,
      Function<Connector, PageMethods> pages,
      Predicate<PageMethods> isFit) {
    return connectors.stream().filter(connector -> isFit.test(pages.apply(connector))).findFirst();
  }

  /** Leaves out a connector whose methods the earlier ones offer. */
  private static List<PageOffer> divideAll(
      List<Connector> connectors, Function<Connector, PageMethods> pages) {
    var offers = new ArrayList<PageOffer>();
    var taken = new LinkedHashSet<String>();
    for (Connector connector : connectors) {
      if (!pages.apply(connector).isPossible(List.of())) {
        continue;
      }
      List<String> offered = pages.apply(connector).offered();
      List<String> rest = offered.stream().filter(method -> !taken.contains(method)).toList();
      boolean isNew =
          offered.isEmpty()
              ? offers.stream().noneMatch(offer -> offer.named().isEmpty())
              : !rest.isEmpty();
      if (isNew) {
        offers.add(new PageOffer(connector, rest.equals(offered) ? List.of() : rest, rest));
      }
      taken.addAll(offered);
    }
    return List.copyOf(offers);
  }

  /**
   * Returns the methods that no connector can offer; all of them if each could be offered, but not
   * on one page.
   */
  public static List<String> impossible(
      List<Connector> connectors, List<String> methods, PaymentNeeds needs) {
    List<String> none =
        methods.stream()
            .filter(method ->
                find(connectors, pages(needs), page -> page.isPossible(List.of(method))).isEmpty())
            .toList();
    return none.isEmpty() ? methods : none;
  }
}
