package florin.bench.drill;

/** Who is killed in a round. */
enum Victim {
  SERVICE("the service"),
  SERVICE_AND_POSTGRES("the service and every process of its PostgreSQL");

  private final String words;

  Victim(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
