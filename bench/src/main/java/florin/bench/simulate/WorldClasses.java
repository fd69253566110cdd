package florin.bench.simulate;

import static java.lang.classfile.ClassTransform.transformingMethodBodies;
import static java.lang.classfile.ClassTransform.transformingMethods;

import florin.bench.agent.Rewrite;
import florin.bench.agent.RewrittenClass;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Loads the product's classes for a simulation run. They are unchanged, except that waiting,
 * reading a clock, and drawing random values use the simulation. The product has no hook for that.
 *
 * <ul>
 *   <li>Stand-ins replace classes with threads of their own, and both ends of deliveries.
 *   <li>Locks are replaced with those of fibers.
 *   <li>Some static methods of the JDK are redirected.
 *   <li>Monitors wait in simulated time. Synchronized methods take no lock, since only one fiber
 *       runs at a time.
 *   <li>The drill's rewrites inject bugs.
 * </ul>
 */
final class WorldClasses extends ClassLoader {
  private static final String OURS = "florin.";
  private static final String SHARED = WorldClasses.class.getPackageName();
  private static final String SUBSTITUTES = Rewrite.class.getPackageName();
  private static final String FIBERS = SHARED + ".fiber.";

  /** The stand-in of each replaced class. It is loaded under the name of the replaced class. */
  private static final Map<String, String> STAND_INS =
      Map.of(
          "florin/db/GroupCommit", "florin/db/SimulatedGroupCommit",
          "florin/db/GroupRead", "florin/db/SimulatedGroupRead",
          "florin/job/BackgroundJob", "florin/job/SimulatedLoop",
          "florin/webhook/Sender", "florin/webhook/SimulatedSender",
          "florin/webhook/AttemptNotes", "florin/webhook/SimulatedAttemptNotes");

  /** The replacement of each class name in constants. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "java/util/concurrent/locks/ReentrantLock", "florin/bench/simulate/fiber/FiberLock",
          "java/util/concurrent/Semaphore", "florin/bench/simulate/fiber/FiberSemaphore",
          "java/lang/Thread$Builder$OfVirtual", "florin/bench/simulate/fiber/FiberBuilder",
          "org/slf4j/LoggerFactory", "florin/bench/simulate/fiber/QuietLoggers");

  /** The class that generates ids. */
  private static final String ID_SOURCE = "florin.core.IdSource";

  private static final ClassDesc INSTEAD = ClassDesc.of(FIBERS + "Fibers");

  /** The replacement of each static method. */
  private static final Map<String, String> CALLED =
      Map.of(
          "java/lang/System.nanoTime", "nanoTime",
          "java/util/concurrent/locks/LockSupport.parkNanos", "parkNanos",
          "java/lang/Thread.startVirtualThread", "startVirtualThread",
          "java/lang/Thread.ofVirtual", "ofVirtual",
          "java/util/concurrent/ThreadLocalRandom.current", "random");

  /**
   * The replacement of each monitor method. The replacement takes the monitor as its first
   * argument.
   */
  private static final Map<String, String> OF_MONITORS =
      Map.of("wait", "waitAt", "notifyAll", "notifyAllAt");

  static {
    registerAsParallelCapable();
  }

  private final Set<Rewrite> rewrites;
  private final Map<String, String> ofStandIns = new HashMap<>();

  WorldClasses(Set<Rewrite> rewrites) {
    super(WorldClasses.class.getClassLoader());
    this.rewrites = Set.copyOf(rewrites);
    STAND_INS.forEach((stoodFor, standIn) -> ofStandIns.put(standIn, stoodFor));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS) || packageOf(name).equals(SHARED)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = ofWorld(name, read(name));
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }

  /** Reads a class, or a class nested in it, from its stand-in if there is one. */
  private byte[] read(String name) throws IOException, ClassNotFoundException {
    String file = name.replace('.', '/');
    int inner = file.indexOf('$');
    String outer = inner < 0 ? file : file.substring(0, inner);
    String standIn = STAND_INS.get(outer);
    if (standIn != null) {
      byte[] found = resource(standIn + file.substring(outer.length()));
      if (found.length > 0) {
        return found;
      }
    }
    byte[] found = resource(file);
    if (found.length == 0) {
      throw new ClassNotFoundException(name);
    }
    return found;
  }

  private byte[] resource(String file) throws IOException {
    try (InputStream in = getParent().getResourceAsStream(file + ".class")) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  private byte[] ofWorld(String name, byte[] original) throws IOException {
    byte[] planted = RewrittenClass.of(name, original, rewrites);
    if (name.startsWith(FIBERS) || packageOf(name).equals(SUBSTITUTES)) {
      return planted;
    }
    var renamed = new HashMap<>(ofStandIns);
    renamed.putAll(RENAMED);
    if (name.equals(ID_SOURCE)) {
      renamed.put("java/security/SecureRandom", "florin/bench/simulate/fiber/FiberRandom");
    }
    return redirected(renamed(planted, renamed));
  }

  private static byte[] redirected(byte[] original) {
    ClassFile format = ClassFile.of();
    ClassModel parsed = format.parse(original);
    ClassTransform redirecting = transformingMethodBodies(WorldClasses::redirect);
    return format.transformClass(
        parsed,
        usesMonitors(parsed)
            ? redirecting.andThen(transformingMethods(WorldClasses::withoutLock))
            : redirecting);
  }

  private static boolean usesMonitors(ClassModel parsed) {
    return parsed.methods().stream()
        .flatMap(method -> method.code().stream())
        .flatMap(CodeModel::elementStream)
        .anyMatch(element -> element instanceof InvokeInstruction call && isOfMonitor(call));
  }

  private static boolean isOfMonitor(InvokeInstruction call) {
    return call.opcode() == Opcode.INVOKEVIRTUAL
        && call.owner().asInternalName().equals("java/lang/Object")
        && OF_MONITORS.containsKey(call.name().stringValue());
  }

  private static void withoutLock(MethodBuilder method, MethodElement element) {
    if (element instanceof AccessFlags flags) {
      method.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
    } else {
      method.with(element);
    }
  }

  private static void redirect(CodeBuilder code, CodeElement element) {
    if (element instanceof InvokeInstruction call && call.opcode() == Opcode.INVOKESTATIC) {
      String called = call.owner().asInternalName() + "." + call.name().stringValue();
      String instead = CALLED.get(called);
      if (instead != null) {
        MethodTypeDesc type =
            instead.equals("random")
                ? MethodTypeDesc.ofDescriptor("()Ljava/util/random/RandomGenerator;")
                : call.typeSymbol();
        code.invokestatic(INSTEAD, instead, type);
        return;
      }
    }
    if (element instanceof InvokeInstruction call && isOfMonitor(call)) {
      code.invokestatic(
          INSTEAD,
          OF_MONITORS.get(call.name().stringValue()),
          call.typeSymbol().insertParameterTypes(0, ConstantDescs.CD_Object));
      return;
    }
    code.with(element);
  }

  /** Replaces names in the constant pool of a class (JVMS, section 4.4). */
  private static byte[] renamed(byte[] original, Map<String, String> names) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(original));
    var bytes = new ByteArrayOutputStream(original.length);
    var out = new DataOutputStream(bytes);
    out.writeLong(in.readLong()); // magic number and version
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      switch (tag) {
        case 1 -> out.writeUTF(renamed(in.readUTF(), names)); // Utf8
        case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2)); // classes and other names
        case 15 -> out.write(in.readNBytes(3)); // method handles
        case 5, 6 -> { // long and double, which take two indexes
          out.write(in.readNBytes(8));
          i++;
        }
        default -> out.write(in.readNBytes(4));
      }
    }
    in.transferTo(out);
    return bytes.toByteArray();
  }

  private static String renamed(String constant, Map<String, String> names) {
    String now = constant;
    for (Map.Entry<String, String> name : names.entrySet()) {
      now = now.replace(name.getKey(), name.getValue());
    }
    return now;
  }
}
