@org.jspecify.annotations.NullMarked
package emulator.provider;
