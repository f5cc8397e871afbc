package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import loomwatch.results.Mix.MixedRequest;

/**
 * The part of a {@link Mix} that makes each connection a user, who keeps cookies and values of
 * answers.
 *
 * @param login sent once on each connection, in this order, before its first request of the mix
 * @param inOrder whether each connection sends the requests of the mix one after another, rather
 *     than each in its share
 */
public record Session(List<MixedRequest> login, boolean inOrder) {

  public Session {
    login = List.copyOf(login);
    Require.check(inOrder || !login.isEmpty(), "session", "of a login or steps", "of neither");
  }

  Session redacted() {
    return new Session(login.stream().map(MixedRequest::redacted).toList(), inOrder);
  }

  /** The place of a value in an answer. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Taken.Json.class, name = "json"),
    @JsonSubTypes.Type(value = Taken.Header.class, name = "header"),
    @JsonSubTypes.Type(value = Taken.Cookie.class, name = "cookie"),
    @JsonSubTypes.Type(value = Taken.Pattern.class, name = "pattern")
  })
  public sealed interface Taken {

    /** Returns the place in words, such as "header Location". */
    String shown();

    /** Reports whether the value is in the body. */
    default boolean ofBody() {
      return switch (this) {
        case Json any -> true;
        case Pattern any -> true;
        case Header any -> false;
        case Cookie any -> false;
      };
    }

    /** A text, number or boolean of a JSON body, by its pointer (RFC 6901). */
    record Json(@JsonValue String pointer) implements Taken {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      public Json {
        Require.check(isPointer(pointer), "json", "a pointer such as /id", Require.quoted(pointer));
      }

      public static boolean isPointer(String text) {
        return text.matches("(/([^~/]|~[01])*)*");
      }

      @Override
      public String shown() {
        return "JSON pointer " + pointer;
      }
    }

    record Header(@JsonValue String name) implements Taken {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      public Header {
        Require.text("header", name);
      }

      @Override
      public String shown() {
        return "header " + name;
      }
    }

    record Cookie(@JsonValue String name) implements Taken {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      public Cookie {
        Require.text("cookie", name);
      }

      @Override
      public String shown() {
        return "cookie " + name;
      }
    }

    /** The only group of a regular expression that is found in the body. */
    record Pattern(@JsonValue String regex) implements Taken {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      public Pattern {
        Require.check(
            isPattern(regex), "pattern", "an expression of one group", Require.quoted(regex));
      }

      public static boolean isPattern(String text) {
        try {
          return java.util.regex.Pattern.compile(text).matcher("").groupCount() == 1;
        } catch (PatternSyntaxException e) {
          return false;
        }
      }

      @Override
      public String shown() {
        return "pattern " + regex;
      }
    }
  }
}
