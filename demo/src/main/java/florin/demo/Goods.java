package florin.demo;

import florin.core.Currency;
import florin.core.Money;
import java.util.List;
import java.util.random.RandomGenerator;

/** The shop's products: plants and accessories. */
final class Goods {
  /**
   * A product.
   *
   * @param cents its price in euro cents
   */
  private record Article(String name, int cents) {}

  /** The approximate minor units of a euro cent in a currency. */
  private record Rate(String currency, double perCent, int weight) {}

  /** The content of an order. */
  record Basket(String text, Money amount) {}

  private static final List<Article> ARTICLES =
      List.of(
          new Article("Monstera deliciosa, 14 cm pot", 2490),
          new Article("Olive tree, 60 cm", 4900),
          new Article("Watering can, copper", 3450),
          new Article("Peat-free soil, 20 l", 1290),
          new Article("Hanging planter, jute", 1800),
          new Article("Cactus trio", 2150),
          new Article("Terracotta pot, 18 cm", 990),
          new Article("White orchid", 2700),
          new Article("Herb garden kit", 3200),
          new Article("Grow light, 24 W", 7900),
          new Article("Fiddle-leaf fig, 120 cm", 11900),
          new Article("Pruning shears", 3800),
          new Article("Plant food, 1 l", 1150),
          new Article("Gift card", 5000),
          new Article("Lemon tree, in bloom", 6400),
          new Article("Crème brûlée hydrangea", 3350));

  private static final List<Rate> RATES =
      List.of(
          new Rate("eur", 1, 55),
          new Rate("usd", 1.1, 20),
          new Rate("gbp", 0.86, 12),
          new Rate("chf", 0.95, 6),
          new Rate("sek", 11.3, 4),
          new Rate("jpy", 1.63, 3));

  private static final int MOST_ARTICLES = 3;

  /** The step from one product of a basket to the next, so that no two are equal. */
  private static final int STRIDE = 5;

  private static final int ALL_RATES = RATES.stream().mapToInt(Rate::weight).sum();

  private Goods() {}

  static Basket any(RandomGenerator random) {
    Rate rate = rate(random);
    var text = new StringBuilder();
    long cents = 0;
    int first = random.nextInt(ARTICLES.size());
    int articles = 1 + random.nextInt(MOST_ARTICLES);
    for (int i = 0; i < articles; i++) {
      Article article = ARTICLES.get((first + i * STRIDE) % ARTICLES.size());
      int count = random.nextInt(5) == 0 ? 2 : 1;
      cents += (long) article.cents() * count;
      text.append(i == 0 ? "" : "; ").append(count == 1 ? "" : "2 × ").append(article.name());
    }
    return new Basket(
        text.toString(),
        new Money(Math.round(cents * rate.perCent()), Currency.get(rate.currency())));
  }

  private static Rate rate(RandomGenerator random) {
    int left = random.nextInt(ALL_RATES);
    for (Rate rate : RATES) {
      left -= rate.weight();
      if (left < 0) {
        return rate;
      }
    }
    throw new AssertionError("the weights add up");
  }
}
