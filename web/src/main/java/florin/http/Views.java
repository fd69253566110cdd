package florin.http;

import florin.core.CardCode;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Pan;
import java.lang.reflect.InvocationTargetException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Converts view records to JSON. A type that is not registered here and has no visible fields, such
 * as a card number, can't be written at all. An empty object would hide the mistake.
 */
final class Views {
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  private Views() {}

  static JsonMapper mapper() {
    var types = new SimpleModule("florin-views");
    types.addSerializer(Id.class, new AsText<>(Id::text));
    types.addSerializer(Currency.class, new AsText<>(Currency::code));
    types.addSerializer(Instant.class, new AsUnixSeconds());
    types.addSerializer(Pan.class, new Never<>());
    types.addSerializer(CardCode.class, new Never<>());
    types.setSerializerModifier(
        new ValueSerializerModifier() {
          @Override
          public ValueSerializer<?> modifyEnumSerializer(
              SerializationConfig config,
              JavaType type,
              BeanDescription.Supplier description,
              ValueSerializer<?> serializer) {
            Class<?> raw = type.getRawClass();
            // A constant with a body has its own class, a subclass of its enum.
            Map<Object, String> texts = texts(raw.isEnum() ? raw : raw.getSuperclass());
            return new AsText<Object>(value -> texts.getOrDefault(value, ""));
          }
        });
    return JsonMapper.builder(
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build())
        .propertyNamingStrategy(new SnakeCase())
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .addModule(types)
        .build();
  }

  /** Returns each constant's `text()` if the enum has one, otherwise its name in lower case. */
  private static Map<Object, String> texts(Class<?> type) {
    var texts = new HashMap<Object, String>();
    for (Object constant : type.getEnumConstants()) {
      texts.put(constant, text(type, constant));
    }
    return Map.copyOf(texts);
  }

  private static String text(Class<?> type, Object constant) {
    try {
      var method = type.getMethod("text");
      method.setAccessible(true);
      return (String) method.invoke(constant);
    } catch (NoSuchMethodException none) {
      return constant.toString().toLowerCase(Locale.ROOT);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("reading the text of " + type.getName(), e);
    }
  }

  /**
   * Inserts an underscore before every capital letter, even after another one. Jackson's strategy
   * treats consecutive capitals as one word: `threeDSecure` is `three_d_secure`.
   */
  private static final class SnakeCase extends PropertyNamingStrategies.NamingBase {
    @Override
    public String translate(String component) {
      return CAPITAL.matcher(component).replaceAll("_$0").toLowerCase(Locale.ROOT);
    }
  }

  private static final class AsText<T> extends ValueSerializer<T> {
    private final Function<T, String> text;

    AsText(Function<T, String> text) {
      this.text = text;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      out.writeString(text.apply(value));
    }
  }

  private static final class Never<T> extends ValueSerializer<T> {
    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      throw new IllegalStateException(
          "a " + value.getClass().getSimpleName() + " is never written");
    }
  }

  private static final class AsUnixSeconds extends ValueSerializer<Instant> {
    @Override
    public void serialize(Instant value, JsonGenerator out, SerializationContext context) {
      out.writeNumber(value.getEpochSecond());
    }
  }
}
