package loomwatch.measure.observe;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Event;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/**
 * Is called by the instrumented methods of a measured JVM and turns their calls into JFR events.
 * {@link CountingAgent} gives it to the bootstrap class loader, as drivers of any loader call it.
 * It keeps no value: literals of statements and parts of paths are replaced before JFR sees them.
 */
public final class CountingProbe {
  /** The kinds of what is counted, as in events. */
  static final String STATEMENT = "statement";

  static final String REQUEST = "request";

  static final String CALL = "call";
  static final String LOG = "log";

  static final String EVENT = "loomwatch.Counted";

  /** The header that names the request of a mix. */
  public static final String HEADER = "Loomwatch-Request";

  private static final int LONGEST = 1_000;

  /** Statements and their texts; a driver or a pool may keep a statement for long. */
  private static final Map<Object, String> PREPARED =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Depth of instrumented calls of a kind: a pool's statement calls its driver's. */
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[3]);

  /** Whether the JVM has MySQL's or MariaDB's driver, which a pool's statements hide. */
  private static volatile boolean isOfMysql;

  private CountingProbe() {}

  /** Learns that the JVM talks to MySQL or MariaDB. */
  public static void setOfMysql() {
    isOfMysql = true;
  }

  /** An event of JFR with the stack of its thread. */
  @Name(EVENT)
  static final class Counted extends Event {
    String kind = "";
    String what = "";
  }

  /** Marks the begin of a request: what follows is done for it, as one follows the other. */
  public static void begins(Object request) throws ReflectiveOperationException {
    Object which = request.getClass().getMethod("getHeader", String.class).invoke(request, HEADER);
    commit(REQUEST, which == null ? "" : String.valueOf(which));
  }

  /** Learns the text of a statement that will be executed later. */
  public static void prepared(@Nullable Object statement, @Nullable String text) {
    if (statement != null && text != null) {
      PREPARED.put(statement, Normalised.statement(text, statement));
    }
  }

  /** Counts the execution of a statement; {@code text} is null where it was prepared before. */
  public static void executes(Object statement, @Nullable String text) {
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
    /**
     * What is replaced, and what may hold it, in one pass: a quote in a comment opens no text.
     * Loops are possessive, as others of Java's take a frame of the stack for each character.
     */
    private static final String QUOTING =
        "(?<comment>/\\*.*?(?:\\*/|\\z)|--[^\\n]*+%s)"
            + "|(?<name>%s)"
            + "|\\bn?q'(?:\\[.*?\\]|\\{.*?\\}|\\(.*?\\)|<.*?>|(\\S).*?\\3)'"
            + "|\\be'(?:[^'\\\\]|''|\\\\.)*+(?:'|\\z)"
            + "|(?<![\\w$])(\\$\\w*+\\$).*?(?:\\4|\\z)"
            + "|(?:\\b(?:[nbx]|u&|_\\w++))?%s"
            + "|(?<![\\w$.])[-+]?(?:0x[0-9a-f]++|(?:\\d++(?:\\.\\d*+)?|\\.\\d++)(?:e[-+]?\\d++)?)"
            + "|(?<![:\\w])[$?]\\d++";

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    /** A backslash before a quote may or may not escape it, so that nothing behind it is kept. */
    private static final Pattern STANDARD =
        Pattern.compile(
            QUOTING.formatted(
                "",
                "\"(?:[^\"]|\"\")*+\"|`[^`]*+`",
                "'(?:[^'\\\\]|''|\\\\[^'])*+(?:'(?!')|\\\\'.*|\\z)"),
            FLAGS);

    /** MySQL and MariaDB put texts into double quotes too, other databases names. */
    private static final Pattern OF_MYSQL =
        Pattern.compile(
            QUOTING.formatted(
                "|#[^\\n]*+",
                "`[^`]*+`",
                "(?:'(?:[^'\\\\]|''|\\\\.)*+(?:'|\\z)|\"(?:[^\"\\\\]|\"\"|\\\\.)*+(?:\"|\\z))"),
            FLAGS);

    private static final Pattern LIST = Pattern.compile("\\(\\s*+\\?(?:\\s*+,\\s*+\\?)++\\s*+\\)");

    private static final Pattern ROWS = Pattern.compile("\\(\\?\\)(?:\\s*+,\\s*+\\(\\?\\))++");

    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Cntrl}]+");

    /** Segments of a path that name one of many things. */
    private static final Pattern OF_ONE =
        Pattern.compile("\\d+|[0-9a-fA-F-]{16,}|(?=.*\\d).{20,}|.*[@;=%].*");

    private static final Pattern OF_THIS_HOST =
        Pattern.compile("^(localhost|127\\.[\\d.]+|\\[::1\\]):\\d+$");

    /** What pools and drivers put before a statement that they describe. */
    private static final Pattern LEAD =
        Pattern.compile("^(?:[\\w.$@]+ wrapping )?(?:[\\w.$@]+: |\\w+\\{sql:')?");

    /** What they add: the values of its parameters. */
    private static final Pattern VALUES =
        Pattern.compile("(?: \\{\\d+: .*+|', parameters:.*+)$", Pattern.DOTALL);

    private Normalised() {}

    static String statement(String text, @Nullable Object statement) {
      return statement(text, isOfMysql || isOfMysql(statement));
    }

    private static String statement(String text, boolean ofMysql) {
      Matcher quoting = (ofMysql ? OF_MYSQL : STANDARD).matcher(text);
      StringBuilder kept = new StringBuilder();
      while (quoting.find()) {
        String name = quoting.group("name");
        String instead = quoting.group("comment") == null ? "?" : " ";
        quoting.appendReplacement(kept, Matcher.quoteReplacement(name == null ? instead : name));
      }
      String bare = quoting.appendTail(kept).toString();
      bare = LIST.matcher(bare).replaceAll("(?)");
      bare = ROWS.matcher(bare).replaceAll("(?)");
      bare = SPACE.matcher(bare).replaceAll(" ").trim();
      return bare.isEmpty() ? "an empty statement" : bare;
    }

    static boolean isOfMysql(@Nullable Object statement) {
      String driver = statement == null ? "" : statement.getClass().getName();
      return driver.contains("mysql") || driver.contains("mariadb");
    }

    /** Returns a statement's own description; many drivers give the text, some with values. */
    static String unprepared(Object statement) {
      String text = String.valueOf(statement);
      String type = statement.getClass().getName();
      String bare = LEAD.matcher(VALUES.matcher(text).replaceFirst("")).replaceFirst("");
      return bare.isEmpty() || bare.startsWith(type)
          ? "a statement of " + type
          : statement(bare, statement);
    }

    static String call(Object sent) {
      Object inner = Property.of(sent, "request");
      Object request = inner == null ? sent : inner;
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
      String bare =
          uri.replaceFirst("(?s)[?#].*$", "").replaceFirst("^[A-Za-z]+://(?:[^/]*@)?", "");
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
    static @Nullable Object of(Object object, String... names) {
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

    private static @Nullable Object of(Object object, Class<?> type, String name) {
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
