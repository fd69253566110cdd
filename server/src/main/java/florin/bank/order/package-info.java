/** What a bank is asked to pay: files of credit transfers (pain.001.001.09). */
@org.jspecify.annotations.NullMarked
package florin.bank.order;
