@org.jspecify.annotations.NullMarked
package emulator.stripe;
