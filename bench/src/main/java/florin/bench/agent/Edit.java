package florin.bench.agent;

import static java.lang.classfile.ClassTransform.transformingMethodBodies;
import static java.lang.classfile.ClassTransform.transformingMethods;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One change of one class of the service. Applying an edit fails if it doesn't find its target. */
sealed interface Edit {
  /** Returns the name of the class, as in {@link Class#getName}. */
  String type();

  /** Returns the transform, which counts its matches in `found`. */
  ClassTransform transform(AtomicInteger found);

  /**
   * Returns the class with this change.
   *
   * @throws IllegalStateException if the target no longer exists
   */
  default byte[] apply(byte[] original) {
    var found = new AtomicInteger();
    ClassFile format = ClassFile.of();
    byte[] changed = format.transformClass(format.parse(original), transform(found));
    if (found.get() == 0) {
      throw new IllegalStateException("no match for " + this);
    }
    return changed;
  }

  /**
   * Applies this change to the class in the class path. Throws if the target or the class no longer
   * exists.
   */
  default byte[] tryOut() {
    String file = type().replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no class for " + this);
      }
      return apply(in.readAllBytes());
    } catch (IOException unreadable) {
      throw new IllegalStateException(file + " can't be read", unreadable);
    }
  }

  /**
   * Replaces a text in the string constants of the class, for example to remove a condition from an
   * SQL statement.
   */
  record Text(String type, String from, String to) implements Edit {
    @Override
    public ClassTransform transform(AtomicInteger found) {
      return transformingMethodBodies((code, element) -> {
        if (element instanceof LoadConstantInstruction constant
            && constant.constantValue() instanceof String text
            && text.contains(from)) {
          found.incrementAndGet();
          code.loadConstant(text.replace(from, to));
        } else {
          code.with(element);
        }
      });
    }
  }

  /** Replaces the body of a method with a return. */
  record Returns(String type, String method, Value value) implements Edit {
    /** The value that the method returns. */
    enum Value {
      NOTHING,
      TRUE,
      FALSE,
      EMPTY,
      FIRST_ARGUMENT,
      SECOND_ARGUMENT
    }

    @Override
    public ClassTransform transform(AtomicInteger found) {
      return transformingMethods(
          candidate -> candidate.methodName().equalsString(method),
          (builder, element) -> {
            if (element instanceof CodeModel) {
              found.incrementAndGet();
              builder.withCode(this::answer);
            } else {
              builder.with(element);
            }
          });
    }

    private void answer(CodeBuilder code) {
      switch (value) {
        case NOTHING -> code.return_();
        case TRUE -> code.iconst_1().ireturn();
        case FALSE -> code.iconst_0().ireturn();
        case EMPTY -> {
          var optional = ClassDesc.of(Optional.class.getName());
          code.invokestatic(optional, "empty", MethodTypeDesc.of(optional)).areturn();
        }
        case FIRST_ARGUMENT -> code.loadLocal(TypeKind.REFERENCE, code.parameterSlot(0)).areturn();
        case SECOND_ARGUMENT -> code.loadLocal(TypeKind.REFERENCE, code.parameterSlot(1)).areturn();
      }
    }
  }

  /**
   * Redirects the calls of a method, within one method, to a substitute.
   *
   * @param in method that contains the calls
   * @param called simple name of the called method, of any class
   * @param instead method of {@link Substitutes} that takes the receiver and the same parameters
   */
  record Calls(String type, String in, String called, String instead) implements Edit {
    @Override
    public ClassTransform transform(AtomicInteger found) {
      Method substitute =
          Arrays.stream(Substitutes.class.getDeclaredMethods())
              .filter(method -> method.getName().equals(instead))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("no substitute " + instead));
      return transformingMethodBodies(
          this::isPlace,
          (code, element) -> {
            if (isCall(element, descriptor(substitute))) {
              found.incrementAndGet();
              code.invokestatic(
                  ClassDesc.of(Substitutes.class.getName()), instead, descriptor(substitute));
            } else {
              code.with(element);
            }
          });
    }

    private boolean isPlace(MethodModel method) {
      return method.methodName().equalsString(in);
    }

    /**
     * Returns whether the instruction calls a method with the substitute's parameters. Other
     * methods may have the same name.
     */
    private boolean isCall(CodeElement element, MethodTypeDesc wanted) {
      if (!(element instanceof InvokeInstruction invoke) || !invoke.name().equalsString(called)) {
        return false;
      }
      MethodTypeDesc type = invoke.typeSymbol();
      int receiver = invoke.opcode() == Opcode.INVOKESTATIC ? 0 : 1;
      return type.parameterCount() + receiver == wanted.parameterCount()
          && type.returnType().equals(wanted.returnType());
    }

    private static MethodTypeDesc descriptor(Method method) {
      return MethodTypeDesc.of(
          described(method.getReturnType()),
          Arrays.stream(method.getParameterTypes()).map(Calls::described).toList());
    }

    private static ClassDesc described(Class<?> type) {
      return type == Object.class
          ? ConstantDescs.CD_Object
          : type.describeConstable().orElseThrow();
    }
  }
}
