package florin.bench.simulate.memory;

/** A SELECT as it was read, whose columns are yet to be found. */
@FunctionalInterface
interface SelectTerm {
  SelectPlan of(Scope outer);
}
