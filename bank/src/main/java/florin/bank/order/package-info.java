/** Files of credit transfers that a bank is asked to make (pain.001.001.09). */
@org.jspecify.annotations.NullMarked
package florin.bank.order;
