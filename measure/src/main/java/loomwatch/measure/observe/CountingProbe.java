package loomwatch.measure.observe;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import jdk.jfr.Event;
import jdk.jfr.Name;

/**
 * Is called by the instrumented methods of a measured JVM and turns their calls into JFR events.
 * {@link CountingAgent} gives it to the bootstrap class loader, as drivers of any loader call it.
 * It keeps no value: literals of statements and parts of paths are replaced before JFR sees them.
 */
public final class CountingProbe {
  /** The kinds of what is counted, as in events. */
  static final String STATEMENT = "statement";

  static final String CALL = "call";
  static final String LOG = "log";

  static final String EVENT = "loomwatch.Counted";

  private static final int LONGEST = 1_000;

  /** Statements and their texts; a driver or a pool may keep a statement for long. */
  private static final Map<Object, String> PREPARED =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Depth of instrumented calls of a kind: a pool's statement calls its driver's. */
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[3]);

  private CountingProbe() {}

  /** An event of JFR with the stack of its thread. */
  @Name(EVENT)
  static final class Counted extends Event {
    String kind = "";
    String what = "";
  }

  /** Learns the text of a statement that will be executed later. */
  public static void prepared(Object statement, String text) {
    if (statement != null && text != null) {
      PREPARED.put(statement, Normalised.statement(text, statement));
    }
  }

  /** Counts the execution of a statement; {@code text} is null where it was prepared before. */
  public static void executes(Object statement, String text) {
    if (DEPTH.get()[0]++ == 0) {
      String known = text == null ? PREPARED.get(statement) : Normalised.statement(text, statement);
      commit(STATEMENT, known == null ? Normalised.unprepared(statement) : known);
    }
  }

  public static void executed() {
    DEPTH.get()[0]--;
  }

  /** Counts a call of another service. */
  public static void calls(Object request) {
    if (DEPTH.get()[1]++ == 0) {
      commit(CALL, Normalised.call(request));
    }
  }

  public static void called() {
    DEPTH.get()[1]--;
  }

  /** Counts an event that a logging framework hands to its appenders. */
  public static void logs(Object event) {
    if (DEPTH.get()[2]++ == 0) {
      Object logger = Property.of(event, "getLoggerName");
      commit(LOG, Property.of(event, "getLevel") + " of " + logger);
    }
  }

  public static void logged() {
    DEPTH.get()[2]--;
  }

  private static void commit(String kind, String what) {
    Counted event = new Counted();
    event.kind = kind;
    event.what = what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what;
    event.commit();
  }

  /** Texts without values, so that equal work has equal names and no secret is kept. */
  static final class Normalised {
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|--[^\\n]*", Pattern.DOTALL);

    /** Strings, also with doubled quotes, and PostgreSQL's in dollars. */
    private static final Pattern TEXT =
        Pattern.compile(
            "(?i)\\b[enbx]?'(?:[^'\\\\]|''|\\\\.)*'|(\\$\\w*\\$).*?\\1", Pattern.DOTALL);

    /** MySQL and MariaDB quote texts so, other databases names. */
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\"\"|\\\\.)*\"");

    private static final Pattern UNQUOTED_TEXT =
        Pattern.compile("'(?:[^'\\\\]|''|\\\\.)*'?", Pattern.DOTALL);

    private static final Pattern NUMBER =
        Pattern.compile(
            "(?<![\\w$.])[-+]?(?:0[xX][0-9a-fA-F]+|\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?)");

    private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w])(?:\\$\\d+|\\?\\d+)");

    private static final Pattern LIST = Pattern.compile("\\(\\s*\\?(?:\\s*,\\s*\\?)+\\s*\\)");

    private static final Pattern ROWS = Pattern.compile("\\(\\?\\)(?:\\s*,\\s*\\(\\?\\))+");

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /** Segments of a path that name one of many things. */
    private static final Pattern OF_ONE =
        Pattern.compile("\\d+|[0-9a-fA-F-]{16,}|(?=.*\\d)[\\w%~.-]{20,}");

    private static final Pattern OF_THIS_HOST =
        Pattern.compile("^(localhost|127\\.[\\d.]+|\\[::1\\]):\\d+$");

    private Normalised() {}

    static String statement(String text, Object statement) {
      String driver = statement == null ? "" : statement.getClass().getName();
      boolean quotesTexts = driver.contains("mysql") || driver.contains("mariadb");
      String bare = TEXT.matcher(text).replaceAll("?");
      bare = UNQUOTED_TEXT.matcher(bare).replaceAll("?");
      bare = quotesTexts ? QUOTED.matcher(bare).replaceAll("?") : bare;
      bare = COMMENT.matcher(bare).replaceAll(" ");
      bare = PARAMETER.matcher(bare).replaceAll("?");
      bare = NUMBER.matcher(bare).replaceAll("?");
      bare = LIST.matcher(bare).replaceAll("(?)");
      bare = ROWS.matcher(bare).replaceAll("(?)");
      return SPACE.matcher(bare).replaceAll(" ").strip();
    }

    /** Returns a statement's own description; many drivers give the text, some with values. */
    static String unprepared(Object statement) {
      String text = String.valueOf(statement);
      int begins = text.indexOf(": ");
      String named = text.startsWith(statement.getClass().getName()) ? "" : text;
      String bare = begins > 0 && begins < 80 ? text.substring(begins + 2) : named;
      return bare.isEmpty()
          ? "a statement of " + statement.getClass().getName()
          : statement(bare, statement);
    }

    static String call(Object request) {
      Object grpc = Property.of(request, "getFullMethodName");
      if (grpc != null) {
        return String.valueOf(grpc);
      }
      Object method = Property.of(request, "getMethod", "method", "getRequestMethod");
      Object address = Property.of(request, "getURI", "uri", "url", "getUri", "getURL");
      return (method == null ? "" : method + " ") + address(String.valueOf(address));
    }

    /**
     * Returns host, port and path, without query and user, with {id} for what names one of many. A
     * port of this host is left out, as each launch may have another.
     */
    static String address(String uri) {
      String bare = uri.replaceFirst("[?#].*$", "").replaceFirst("^[a-z]+://(?:[^/@]*@)?", "");
      int path = bare.indexOf('/');
      String host = path < 0 ? bare : bare.substring(0, path);
      StringBuilder template = new StringBuilder(OF_THIS_HOST.matcher(host).replaceFirst("$1"));
      if (path >= 0) {
        for (String segment : bare.substring(path + 1).split("/", -1)) {
          template.append('/').append(OF_ONE.matcher(segment).matches() ? "{id}" : segment);
        }
      }
      return template.toString();
    }
  }

  /** Reads properties of libraries that this class cannot refer to. */
  static final class Property {
    private Property() {}

    /** Returns the first property that there is; null if there is none. */
    static Object of(Object object, String... names) {
      for (String name : names) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
          Object value = of(object, type, name);
          if (value != null) {
            return value;
          }
        }
      }
      return null;
    }

    private static Object of(Object object, Class<?> type, String name) {
      if (Modifier.isPublic(type.getModifiers())) {
        try {
          Method method = type.getMethod(name);
          return method.invoke(object);
        } catch (ReflectiveOperationException | RuntimeException absent) {
          // An interface may have it.
        }
      }
      for (Class<?> other : type.getInterfaces()) {
        Object value = of(object, other, name);
        if (value != null) {
          return value;
        }
      }
      return null;
    }
  }
}
