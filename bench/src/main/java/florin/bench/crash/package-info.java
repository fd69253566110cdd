/**
 * One drill for the whole service: everything that a merchant does, every fault that a machine has,
 * and in the end all books against each other. The same drill with a safeguard taken out has to
 * fail.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.crash;
