package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpFileTest {
  @Test
  void requests_formsOfIntelliJAndVsCode_areRead() {
    assertThat(
            requests(
                """
                @host = http://localhost:8080
                @base = {{host}}/api
                @id=17

                ### all of them
                # @no-log
                GET {{base}}/items HTTP/1.1
                Accept: application/json
                User-Agent: x
                // comment: not a header

                > {%
                  client.test("ok", function() {});
                %}
                ###
                GET http://localhost:8080/items/{{ id }}
                    ?size=l
                    &color=light blue

                <> 2024-01-01T10.json
                ### made
                < {% request.variables.set("a", "1") %}
                POST {{unknown}}/orders
                Content-Type: application/json
                Authorization: Bearer abc

                {
                  "id": {{id}},
                  "lines": []
                }
                ###
                PUT /orders/{{$uuid}}

                < ./order.json
                ###
                https://example.org/elsewhere
                ###
                localhost:8080/plain
                """))
        .containsExactly(
            "GET /api/items Accept: application/json",
            "GET /items/17?size=l&color=light%20blue",
            "POST /orders Content-Type: application/json {\n  \"id\": 17,\n  \"lines\": []\n}"
                + " lacks a value of the header Authorization",
            "PUT /orders/{$uuid} lacks a value of {{$uuid}} and a value of {{the file ./order.json}}",
            "GET /plain");
  }

  @Test
  void environment_severalOfThem_isTheLocalOne() {
    assertThat(
            HttpFile.environment("{\"prod\": {\"id\": 1}, \"dev\": {\"id\": 2, \"host\": \"h\"}}"))
        .isEqualTo(Map.of("id", "2", "host", "h"));
    assertThat(HttpFile.environment("{\"prod\": {\"id\": 1}}")).isEqualTo(Map.of("id", "1"));
    assertThat(HttpFile.environment("{")).isEmpty();
  }

  private static List<String> requests(String text) {
    return HttpFile.requests(text, Map.of()).stream()
        .map(request -> JavaControllersTest.shown(request.foundWithSecrets()))
        .toList();
  }
}
