package florin.bench.simulate.memory;

/** A parsed SELECT whose columns are not resolved yet. */
@FunctionalInterface
interface SelectTerm {
  SelectPlan of(Scope outer);
}
