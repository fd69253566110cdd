@org.jspecify.annotations.NullMarked
package emulator.mollie;
