package florin.build;

import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The part of a class file that the compiler reads when it compiles other classes: the members that
 * are not private, with the types, constants and annotations, and without code.
 */
final class ClassSignatures {
  /** The checksum of a class that no other source can use. */
  static final String HIDDEN = "hidden";

  private static final Pattern TYPE = Pattern.compile("L([\\w$/]+)");
  private static final ClassFile FILES = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL);

  private ClassSignatures() {}

  /**
   * Returns a checksum of the signatures. It is {@link #HIDDEN} for local and anonymous classes,
   * because no other source can use them.
   */
  static String checksum(byte[] file) {
    ClassModel model = FILES.parse(file);
    if (isLocal(model)) {
      return HIDDEN;
    }
    var sum = new CRC32();
    byte[] rest = strip(model, _ -> true);
    sum.update(rest);
    return Long.toHexString(sum.getValue()) + "-" + rest.length;
  }

  /** Returns the classes that the signatures name. */
  static Set<String> named(byte[] file) {
    return names(file, _ -> true);
  }

  /** Returns the classes that the signatures name, without those of constructors. */
  static Set<String> namedByMembers(byte[] file) {
    return names(
        file,
        element ->
            !(element instanceof MethodModel method && method.methodName().equalsString("<init>")));
  }

  /**
   * The list of nested classes says nothing about a type: a class and its nested classes name each
   * other.
   */
  private static Set<String> names(byte[] file, Predicate<ClassElement> kept) {
    Predicate<ClassElement> notListed = element -> !(element instanceof InnerClassesAttribute);
    return names(FILES.parse(strip(FILES.parse(file), notListed.and(kept))));
  }

  /** Returns the superclass and the interfaces. */
  static Set<String> supertypes(byte[] file) {
    ClassModel model = FILES.parse(file);
    var names = new HashSet<String>();
    model.superclass().ifPresent(type -> names.add(type.asInternalName()));
    model.interfaces().forEach(type -> names.add(type.asInternalName()));
    return names;
  }

  /** Returns the classes that the class file names, in signatures and in code. */
  static Set<String> references(byte[] file) {
    return names(FILES.parse(file));
  }

  private static boolean isLocal(ClassModel model) {
    return model.elementStream().anyMatch(EnclosingMethodAttribute.class::isInstance);
  }

  private static Set<String> names(ClassModel model) {
    var names = new HashSet<String>();
    for (PoolEntry entry : model.constantPool()) {
      switch (entry) {
        case ClassEntry type -> names.add(type.asInternalName());
        case Utf8Entry text ->
            TYPE.matcher(text.stringValue()).results().forEach(type -> names.add(type.group(1)));
        default -> {}
      }
    }
    return names;
  }

  private static byte[] strip(ClassModel model, Predicate<ClassElement> kept) {
    String name = model.thisClass().asInternalName();
    return FILES.transformClass(
        model,
        (builder, element) -> {
          switch (element) {
            case ClassElement other when !kept.test(other) -> {}
            case FieldModel field when isHidden(field.flags().flags()) -> {}
            case MethodModel method
                when isHidden(method.flags().flags())
                    || method.methodName().equalsString("<clinit>") -> {}
            case MethodModel method ->
                builder.transformMethod(
                    method,
                    (members, part) -> {
                      if (!(part instanceof CodeAttribute)
                          && !(part instanceof MethodParametersAttribute)) {
                        members.with(part);
                      }
                    });
            case InnerClassesAttribute inner -> own(inner, name).ifPresent(builder::with);
            default -> {
              if (!isOfTheCode(element)) {
                builder.with(element);
              }
            }
          }
        });
  }

  private static boolean isHidden(Set<AccessFlag> flags) {
    return flags.contains(AccessFlag.PRIVATE) || flags.contains(AccessFlag.SYNTHETIC);
  }

  private static boolean isOfTheCode(ClassElement element) {
    return element instanceof SourceFileAttribute
        || element instanceof NestHostAttribute
        || element instanceof NestMembersAttribute;
  }

  /** Returns the entries of the class and of its members: code names other nested classes, too. */
  private static Optional<InnerClassesAttribute> own(InnerClassesAttribute inner, String name) {
    var entries =
        inner.classes().stream()
            .filter(entry ->
                entry.innerClass().asInternalName().equals(name)
                    || entry
                        .outerClass()
                        .filter(outer -> outer.asInternalName().equals(name))
                        .isPresent())
            .toList();
    return entries.isEmpty() ? Optional.empty() : Optional.of(InnerClassesAttribute.of(entries));
  }
}
