/** What servers outside Florin do wrong, of whatever kind they are. */
@org.jspecify.annotations.NullMarked
package standin;
