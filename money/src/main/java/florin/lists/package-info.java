/** The block list and the allow list of an account, which decide before a network is asked. */
@org.jspecify.annotations.NullMarked
package florin.lists;
