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
 * The product's classes as a world has them: the very ones, but that whatever waits, reads a clock
 * or draws does so in the world. The product has no seam for it.
 *
 * <ul>
 *   <li>Classes with threads of their own, and the two ends of deliveries, are replaced by
 *       stand-ins, whole.
 *   <li>Locks are those of fibers, wherever one is named.
 *   <li>A few static methods of Java's are called elsewhere.
 *   <li>Who waits for a webhook waits for its turn. Its methods take no lock: they run alone.
 *   <li>A planted bug is a rewrite of the drill's agent.
 * </ul>
 */
final class WorldClasses extends ClassLoader {
  private static final String OURS = "florin.";
  private static final String SHARED = WorldClasses.class.getPackageName();
  private static final String SUBSTITUTES = Rewrite.class.getPackageName();
  private static final String FIBERS = SHARED + ".fiber.";

  /** Instead of the class on the left stands the one on the right, under its name. */
  private static final Map<String, String> STAND_INS =
      Map.of(
          "florin/db/GroupCommit", "florin/db/SimulatedGroupCommit",
          "florin/db/GroupRead", "florin/db/SimulatedGroupRead",
          "florin/job/Loop", "florin/job/SimulatedLoop",
          "florin/webhook/Sender", "florin/webhook/SimulatedSender",
          "florin/webhook/AttemptNotes", "florin/webhook/SimulatedAttemptNotes");

  /** What is named on the left is the one on the right. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "java/util/concurrent/locks/ReentrantLock", "florin/bench/simulate/fiber/FiberLock",
          "java/util/concurrent/Semaphore", "florin/bench/simulate/fiber/FiberSemaphore",
          "java/lang/Thread$Builder$OfVirtual", "florin/bench/simulate/fiber/FiberBuilder",
          "org/slf4j/LoggerFactory", "florin/bench/simulate/fiber/QuietLoggers");

  /** Where ids are drawn. */
  private static final String ID_SOURCE = "florin.core.IdSource";

  private static final ClassDesc INSTEAD = ClassDesc.of(FIBERS + "Fibers");

  /** Static methods that are called there instead. */
  private static final Map<String, String> CALLED =
      Map.of(
          "java/lang/System.nanoTime", "nanoTime",
          "java/util/concurrent/locks/LockSupport.parkNanos", "parkNanos",
          "java/lang/Thread.startVirtualThread", "startVirtualThread",
          "java/lang/Thread.ofVirtual", "ofVirtual",
          "java/util/concurrent/ThreadLocalRandom.current", "random");

  /** The same of a monitor's, which takes them as it is. */
  private static final Map<String, String> OF_MONITORS =
      Map.of("wait", "awaitWebhook", "notifyAll", "webhookAll");

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

  /** Of a stand-in, where there is one: also a class within it. */
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
        waitsForWebhooks(parsed)
            ? redirecting.andThen(transformingMethods(WorldClasses::withoutLock))
            : redirecting);
  }

  private static boolean waitsForWebhooks(ClassModel parsed) {
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

  /** Exchanges names in the constants of a class (JVMS, section 4.4). */
  private static byte[] renamed(byte[] original, Map<String, String> names) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(original));
    var bytes = new ByteArrayOutputStream(original.length);
    var out = new DataOutputStream(bytes);
    out.writeLong(in.readLong()); // magic, version
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      switch (tag) {
        case 1 -> out.writeUTF(renamed(in.readUTF(), names)); // Utf8
        case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2)); // names of classes and the like
        case 15 -> out.write(in.readNBytes(3)); // method handles
        case 5, 6 -> { // long and double, which take two places
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
