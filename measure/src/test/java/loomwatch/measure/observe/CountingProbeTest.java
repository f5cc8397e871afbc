package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import loomwatch.measure.observe.CountingProbe.Normalised;
import loomwatch.measure.observe.CountingProbe.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept of statements and addresses. Each {@code secret} is a value. */
class CountingProbeTest {
  /** A statement that describes itself as drivers and pools do. */
  private record Described(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A statement whose class is named as those of MySQL's driver are. */
  private record Of_mysql(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          select a from t where b = 'secret' | select a from t where b = ?
          select a from t where b = 'it''s secret' and c = 'secret' | select a from t where b = ? and c = ?
          select 'secret''' , 'secret' | select ? , ?
          select concat('''', 'secret') | select concat(?)
          select N'secret', X'5ec2e7', _utf8'secret', U&'secret' | select ?, ?, ?, ?
          select E'it\\'s secret', 'secret' | select ?, ?
          select q'[it's secret]', q'!it's secret!', 'secret' | select ?, ?, ?
          # Databases differ in whether a backslash escapes: the rest may be a text.
          select 'it\\'s secret', 'secret' | select ?
          select 'C:\\secret', 'secret' | select ?, ?
          select $$it's secret$$, $a$ $$ secret $a$, 'secret' | select ?, ?, ?
          select v$session.a, x$1 from v$session where s = 'secret' | select v$session.a, x$1 from v$session where s = ?
          select a from t where b = 'secret | select a from t where b = ?
          select a from t where b = $$secret | select a from t where b = ?
          select 1, -1, +1.5, .5, 1e9, 1.5E-3, 0xFF | select ?, ?, ?, ?, ?, ?, ?
          select a-1, a*2, (3) | select a-?, a*?, (?)
          select t1_0.id, md5(t1_0.b2) from t1 t1_0 | select t1_0.id, md5(t1_0.b2) from t1 t1_0
          select "col 1", "it's" from t where b = 'secret' | select "col 1", "it's" from t where b = ?
          select `it's` from t where b = 'secret' | select `it's` from t where b = ?
          select a from t where b in (1, 2, 3) | select a from t where b in (?)
          select a from t where b in (?,?, ? ) | select a from t where b in (?)
          select a from t where b in (1) | select a from t where b in (?)
          insert into t (a, b) values (1, 'secret'), (2,'secret') | insert into t (a, b) values (?)
          insert into t (a, b) values (?, ?) | insert into t (a, b) values (?)
          select a from t where b = $1 and c = ?2 and d = :name | select a from t where b = ? and c = ? and d = :name
          select a /* don't */ from t where b = 'secret' | select a from t where b = ?
          select a from t -- don't tell | select a from t
          select '/* secret' , 'secret */' | select ? , ?
          select '-- secret', 'secret' | select ?, ?
          select a from t /* secret | select a from t
          /* ping */ | an empty statement
          """)
  void statement_anyDatabases_losesItsValues(String text, String kept) {
    assertThat(Normalised.statement(text, new Described("")))
        .isEqualTo(kept)
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          select a from t where b = "secret" and c = 'secret' | select a from t where b = ? and c = ?
          select 'it\\'s secret', "a ""secret"" \\" secret", 'secret' | select ?, ?, ?
          select `it's` from t where b = 'secret' | select `it's` from t where b = ?
          select a from t # don't tell | select a from t
          select a from t where b = "secret | select a from t where b = ?
          """)
  void statement_ofMysql_losesTextsInDoubleQuotesToo(String text, String kept) {
    assertThat(Normalised.statement(text, new Of_mysql(""))).isEqualTo(kept);
  }

  @Test
  void statement_linesAndLengths_areOneLine() {
    String longText = "'" + "secret ".repeat(50_000) + "'";
    String many = "?, ".repeat(50_000) + "?";

    assertThat(
            Normalised.statement(
                "select a\n\tfrom t -- secret\n where b = " + longText + " and c in (" + many + ")",
                null))
        .isEqualTo("select a from t where b = ? and c in (?)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          prep7: select a from t where b = ? and c = ? {1: 'secret', 2: 7} | select a from t where b = ? and c = ?
          HikariProxyPreparedStatement@7 wrapping prep7: select a from t where b = ? {1: 'secret'} | select a from t where b = ?
          HikariProxyPreparedStatement@7 wrapping select a from t where b = 'secret' | select a from t where b = ?
          com.mysql.cj.jdbc.ClientPreparedStatement: select a from t where b = 'secret' | select a from t where b = ?
          ClientPreparedStatement{sql:'select a from t where b = ?', parameters:['secret']} | select a from t where b = ?
          select a from t where b = 'x: secret' and c = 'secret' | select a from t where b = ? and c = ?
          """)
  void unprepared_asDriversDescribeIt_isTheStatement(String text, String kept) {
    assertThat(Normalised.unprepared(new Described(text))).isEqualTo(kept);
  }

  @Test
  void unprepared_withoutDescription_isItsClass() {
    Object statement = new Object();

    assertThat(Normalised.unprepared(statement)).isEqualTo("a statement of java.lang.Object");
  }

  @ParameterizedTest
  @CsvSource({
    "http://user:secret@shop:8080/orders/42?token=secret#secret, shop:8080/orders/{id}",
    "http://user:s@cret@shop/a, shop/a",
    "HTTPS://user:secret@shop/, shop/",
    "https://shop, shop",
    "http://127.0.0.1:8080/v1/orders, 127.0.0.1/v1/orders",
    "http://shop/orders/5f0e3b7a-9d1c-42e8-b6a7-305f4c9d8e1b/lines/7, shop/orders/{id}/lines/{id}",
    "http://shop/t/eyJhbGciOiJIUzI1NiJ9.abc123, shop/t/{id}",
    "http://shop/bot123456:secret-AAhd7f9Kk/send, shop/{id}/send",
    "http://shop/of/secret@shop.org/orders, shop/of/{id}/orders",
    "http://shop/login;token=secret, shop/{id}",
    "http://shop/v1/orders:search, shop/v1/orders:search",
    "/orders/42, /orders/{id}",
    "/orders, /orders",
  })
  void address_losesUsersAndIds(String uri, String kept) {
    assertThat(Normalised.address(uri)).isEqualTo(kept);
  }

  /** As many libraries do it: a public interface, and nothing else of it is public. */
  public interface Request {
    String getMethod();

    default URI getURI() {
      return URI.create("http://shop/a/7");
    }
  }

  private static class Base implements Request {
    @Override
    public String getMethod() {
      return "PUT";
    }
  }

  private static final class Hidden extends Base {}

  /** One that sends itself, and has its request within. */
  public record Sending(Request request) {}

  @Test
  void call_classThatIsNotPublic_isReadByItsInterface() {
    assertThat(Normalised.call(new Hidden())).isEqualTo("PUT shop/a/{id}");
    assertThat(Normalised.call(new Sending(new Hidden()))).isEqualTo("PUT shop/a/{id}");
    assertThat(Property.of(new Hidden(), "getNothing", "getMethod")).isEqualTo("PUT");
    assertThat(Property.of(new Hidden(), "getNothing")).isNull();
  }
}
