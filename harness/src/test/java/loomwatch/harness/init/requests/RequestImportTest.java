package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.measure.service.ServiceFile;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestImportTest {
  @TempDir Path folder;

  @Test
  void read_har_hasTheRequestsWithoutSecretsAndTransport() throws Exception {
    RequestImport made =
        read(
            """
            {"log": {"version": "1.2", "entries": [
              {"request": {"method": "GET", "url": "https://shop.example.org/items?page=2#top", "headers": [
                  {"name": ":authority", "value": "shop.example.org"}, {"name": "Host", "value": "x"},
                  {"name": "User-Agent", "value": "Firefox"}, {"name": "sec-ch-ua", "value": "x"},
                  {"name": "Cookie", "value": "s=1"}, {"name": "Authorization", "value": "Bearer x"},
                  {"name": "Accept", "value": "application/json"}]},
               "response": {"status": 200}},
              {"request": {"method": "POST", "url": "https://shop.example.org/orders", "headers": [],
                  "postData": {"mimeType": "application/json", "text": "{\\"id\\": 1}"}},
               "response": {"status": 201}},
              {"request": {"method": "POST", "url": "https://shop.example.org/login", "headers": [],
                  "postData": {"text": "user=a&password=b"}}, "response": {"status": 200}},
              {"request": {"method": "GET", "url": "https://shop.example.org/app.js", "headers": []}, "response": {"status": 200}},
              {"request": {"method": "GET", "url": "https://shop.example.org/gone", "headers": []}, "response": {"status": 404}},
              {"request": {"method": "OPTIONS", "url": "https://shop.example.org/items", "headers": []}, "response": {"status": 200}},
              {"request": {"method": "GET", "url": "https://ads.example.com/count", "headers": []}, "response": {"status": 200}}
            ]}}
            """);

    assertThat(made.report())
        .containsExactly(
            "took 2 requests from the HAR file",
            "left out, entry 5: requests that were answered with 404",
            "left out, entry 1: the header Authorization, as its value may be secret",
            "left out, entry 1: the header Cookie, as its value may be secret",
            "left out, entry 3: POST /login, as it lacks a body without what may be secret",
            "left out, entry 4: requests of static files",
            "left out, entry 6: OPTIONS /items, as it lacks one of the methods GET, POST, PUT, PATCH, DELETE",
            "left out, entry 7: requests to another host than shop.example.org");
    assertThat(sent(made))
        .containsExactly(
            "1 × GET /items?page=2 {Accept=application/json}", "1 × POST /orders {} {\"id\": 1}");
    assertThat(made.scenario()).contains("    rate: 10 # a guess\n");
  }

  @Test
  void read_k6_hasWhatLiteralsAndConstantsSay() throws Exception {
    RequestImport made =
        read(
            """
            import http from 'k6/http';
            import { check, sleep } from "k6";
            const BASE = __ENV.BASE || 'http://localhost:8080';
            const params = { headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }, tags: { a: 'b' } };
            export const options = {
              scenarios: { a: { executor: 'constant-arrival-rate', rate: 250, vus: 10 } },
              thresholds: { http_req_duration: ['p(95)<500'] },
            };
            // http.get('http://localhost/old');
            export default function () {
              const res = http.get(`${BASE}/items?page=1`);
              check(res, { 'ok': (r) => r.status === 200 });
              http.post(BASE + '/orders', JSON.stringify({ id: 1, lines: ['a', "b"], }), params);
              http.post('http://localhost:8080/form', { a: 'x y', b: '2' });
              http.get(`${BASE}/items/${id}`);
              http.put(`${BASE}/items/1`, JSON.stringify({ id: id }), params);
              http.request('PATCH', BASE + '/items/2', '{"a": 1}', { headers: { 'X-Shop': 'north' } });
              http.del(BASE + '/items/3');
              http.batch([['GET', BASE + '/a']]);
              sleep(1);
            }
            """);

    assertThat(made.report())
        .containsExactly(
            "took 5 requests from the k6 script",
            "left out, line 19: requests of a batch",
            "left out, line 20: think times, as requests are sent at a rate",
            "left out, line 12: checks: write expect for what is right",
            "left out, line 7: thresholds: thresholds.yaml has the limits",
            "left out, line 6: virtual users, as requests are sent at a rate",
            "left out, line 13: the header Authorization, as its value may be secret",
            "left out, line 15: GET /items/{id}, as it lacks a value of ${id}",
            "left out, line 16: PUT /items/1, as it lacks a value of ${id: id}");
    assertThat(sent(made))
        .containsExactly(
            "1 × GET /items?page=1 {}",
            "1 × POST /orders {Content-Type=application/json} {\"id\":1,\"lines\":[\"a\",\"b\"]}",
            "1 × POST /form {Content-Type=application/x-www-form-urlencoded} a=x%20y&b=2",
            "1 × PATCH /items/2 {X-Shop=north} {\"a\": 1}",
            "1 × DELETE /items/3 {}");
    assertThat(made.scenario()).contains("    rate: 250\n");
  }

  @Test
  void read_gatling_hasWhatLiteralsSay() throws Exception {
    RequestImport java =
        read(
            """
            import static io.gatling.javaapi.http.HttpDsl.*;
            public class Shop extends Simulation {
              HttpProtocolBuilder protocol = http.baseUrl("http://localhost:8080/shop").acceptHeader("application/json");
              ScenarioBuilder all = scenario("all")
                  .exec(http("list").get("/items").queryParam("page", "1").check(status().is(200)))
                  .pause(1)
                  .exec(http("one").get("/items/#{id}"))
                  .exec(http("add").post("/orders").headers(Map.of("X-A", "1", "X-B", "2")).header("Authorization", "Basic x")
                      .body(StringBody("{\\"id\\": 1}")).asJson())
                  .exec(http("file").post("/orders").body(RawFileBody("order.json")));
              { setUp(all.injectOpen(constantUsersPerSec(20).during(60))).protocols(protocol); }
            }
            """);
    RequestImport scala =
        read(
            """
            import io.gatling.core.Predef._
            class Shop extends Simulation {
              val base = "http://localhost:8080"
              val headers = Map("Content-Type" -> "text/plain", "X-Shop" -> "north")
              val all = scenario("all").exec(
                http("put")
                  .put(s"$base/items/1")
                  .headers(headers)
                  .body(StringBody(\"""one
                    |two\""".stripMargin)),
                http("form").post(base + "/form").formParam("a", "x y"))
            }
            """);

    assertThat(java.report())
        .containsExactly(
            "took 2 requests from the Gatling simulation",
            "left out, line 6: think times, as requests are sent at a rate",
            "left out, line 5: checks: write expect for what is right",
            "left out, line 7: GET /shop/items/{id}, as it lacks a value of #{id}",
            "left out, line 8: the header Authorization, as its value may be secret",
            "left out, line 10: POST /shop/orders, as it lacks a value of ${RawFileBody(\"order.json\")}");
    assertThat(sent(java))
        .containsExactly(
            "1 × GET /shop/items?page=1 {Accept=application/json}",
            "1 × POST /shop/orders {Accept=application/json, Content-Type=application/json, X-A=1, X-B=2} {\"id\": 1}");
    assertThat(java.scenario()).contains("    rate: 20\n");
    assertThat(sent(scala))
        .containsExactly(
            "1 × PUT /items/1 {Content-Type=text/plain, X-Shop=north} one\ntwo",
            "1 × POST /form {Content-Type=application/x-www-form-urlencoded} a=x%20y");
  }

  @Test
  void read_jmeter_hasItsSamplersWithTheHeadersAboveThem() throws Exception {
    RequestImport made =
        read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <jmeterTestPlan version="1.2"><hashTree>
              <TestPlan testname="shop">
                <elementProp name="v" elementType="Arguments"><collectionProp name="Arguments.arguments">
                  <elementProp name="id" elementType="Argument">
                    <stringProp name="Argument.name">id</stringProp><stringProp name="Argument.value">${__P(id,17)}</stringProp>
                  </elementProp>
                </collectionProp></elementProp>
              </TestPlan>
              <hashTree>
                <ThreadGroup testname="t"/>
                <hashTree>
                  <HTTPSamplerProxy testname="one">
                    <stringProp name="HTTPSampler.domain">localhost</stringProp>
                    <stringProp name="HTTPSampler.path">items/${id}</stringProp>
                    <stringProp name="HTTPSampler.method">GET</stringProp>
                    <elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">
                      <elementProp name="q" elementType="HTTPArgument">
                        <boolProp name="HTTPArgument.always_encode">true</boolProp>
                        <stringProp name="Argument.name">q</stringProp><stringProp name="Argument.value">a b</stringProp>
                      </elementProp>
                    </collectionProp></elementProp>
                  </HTTPSamplerProxy>
                  <hashTree><ResponseAssertion/><hashTree/></hashTree>
                  <HTTPSamplerProxy testname="add">
                    <stringProp name="HTTPSampler.path">/orders</stringProp>
                    <stringProp name="HTTPSampler.method">POST</stringProp>
                    <boolProp name="HTTPSampler.postBodyRaw">true</boolProp>
                    <elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">
                      <elementProp name="" elementType="HTTPArgument"><stringProp name="Argument.value">{"id": 1}</stringProp></elementProp>
                    </collectionProp></elementProp>
                  </HTTPSamplerProxy>
                  <hashTree>
                    <HeaderManager><collectionProp name="HeaderManager.headers">
                      <elementProp name="" elementType="Header"><stringProp name="Header.name">X-Shop</stringProp><stringProp name="Header.value">north</stringProp></elementProp>
                    </collectionProp></HeaderManager><hashTree/>
                  </hashTree>
                  <HTTPSamplerProxy enabled="false"><stringProp name="HTTPSampler.path">/off</stringProp></HTTPSamplerProxy>
                  <hashTree/>
                  <HTTPSamplerProxy><stringProp name="HTTPSampler.path">/carts/${cart}</stringProp></HTTPSamplerProxy>
                  <hashTree/>
                  <CSVDataSet testname="ids"/>
                  <hashTree/>
                  <CounterConfig><stringProp name="CounterConfig.name">n</stringProp><stringProp name="CounterConfig.start">3</stringProp></CounterConfig>
                  <hashTree/>
                  <HTTPSamplerProxy><stringProp name="HTTPSampler.path">/parts/${n}</stringProp></HTTPSamplerProxy>
                  <hashTree/>
                  <ConstantThroughputTimer><stringProp name="throughput">600</stringProp></ConstantThroughputTimer>
                  <hashTree/>
                </hashTree>
                <HeaderManager><collectionProp name="HeaderManager.headers">
                  <elementProp name="" elementType="Header"><stringProp name="Header.name">Accept</stringProp><stringProp name="Header.value">text/plain</stringProp></elementProp>
                </collectionProp></HeaderManager>
                <hashTree/>
              </hashTree>
            </hashTree></jmeterTestPlan>
            """);

    assertThat(made.report())
        .containsExactly(
            "took 3 requests from the JMeter plan",
            "left out, line 11: users, as requests are sent at a rate",
            "left out, line 24: checks: write expect for what is right",
            "left out, line 42: data files: name one by csv",
            "left out, line 44: counters, of which the first value is sent",
            "left out, line 40: GET /carts/{cart}, as it lacks a value of ${cart}");
    assertThat(sent(made))
        .containsExactly(
            "1 × GET /items/17?q=a%20b {Accept=text/plain}",
            "1 × POST /orders {Accept=text/plain, X-Shop=north} {\"id\": 1}",
            "1 × GET /parts/3 {Accept=text/plain}");
    assertThat(made.scenario()).contains("    rate: 10\n");
  }

  @Test
  void read_accessLog_hasWeightsByHowOftenAndARate() throws Exception {
    RequestImport made =
        read(
            Stream.of(
                    lines(60, "/items", 200),
                    lines(20, "/items/17", 200),
                    lines(10, "/items/23?size=l", 304),
                    lines(10, "/about", 200),
                    lines(3, "/gone", 404),
                    Stream.of(
                        "10.0.0.1 - - [10/Oct/2025:13:55:56 +0000] \"POST /orders HTTP/1.1\" 201 1 \"-\" \"x\"",
                        "\\x16\\x03"))
                .flatMap(each -> each)
                .collect(Collectors.joining("\n")));

    assertThat(made.report())
        .containsExactly(
            "took 4 requests from the access log",
            "left out, line 101, 102, 103: requests that were answered with 404",
            "left out, line 104: POST requests, as a log has no bodies",
            "left out, line 105: lines that are no requests");
    assertThat(sent(made))
        .containsExactly(
            "60 × GET /items {}",
            "20 × GET /items/17 {}",
            "10 × GET /items/23?size=l {}",
            "10 × GET /about {}");
    assertThat(made.scenario()).contains("    rate: 5\n");
  }

  @Test
  void read_accessLogOfManyItems_hasSomeThatStandForThem() throws Exception {
    RequestImport made =
        read(
            Stream.concat(
                    lines(300, "/items", 200),
                    IntStream.range(0, 700).boxed().flatMap(id -> lines(1, "/items/" + id, 200)))
                .collect(Collectors.joining("\n")));

    assertThat(made.load().requests()).hasSize(20);
    assertThat(made.load().requests().getFirst().path()).isEqualTo("/items/0");
    assertThat(made.load().requests().stream().mapToInt(FoundRequest::weight).sum())
        .isBetween(90, 110);
    assertThat(made.report())
        .contains(
            "left out, all of it: 681 of 701 different requests, so that 20 stand for others of their kind; 100 % of what was sent are of these kinds");
  }

  @Test
  void read_accessLogOfJson_isReadToo() throws Exception {
    RequestImport made =
        read(
            """
            {"time": "2025-10-10T13:55:36Z", "method": "GET", "uri": "/items", "status": 200}
            {"time": "2025-10-10T13:55:46Z", "request": "GET /parts HTTP/1.1", "status": "200"}
            {"@timestamp": "2025-10-10T13:55:56Z", "http": {"request": {"method": "GET"}}, "url": {"path": "/orders"}}
            """);

    assertThat(sent(made))
        .containsExactly("1 × GET /items {}", "1 × GET /parts {}", "1 × GET /orders {}");
  }

  @Test
  void read_httpAndOpenApi_areReadToo() throws Exception {
    assertThat(sent(read("### all\nGET {{host}}/items\n###\nGET /items/{{id}}\n")))
        .containsExactly("1 × GET /items {}");
    RequestImport made =
        read("openapi: 3.0.0\npaths:\n  /items: {get: {}}\n  /items/{id}: {get: {}}\n");
    assertThat(sent(made)).containsExactly("1 × GET /items {}");
    assertThat(made.report())
        .containsExactly(
            "took 1 request from the OpenAPI file",
            "left out, GET /items/{id}: GET /items/{id}, as it lacks a value of ${id}");
  }

  @Test
  void read_ofNoKnownKind_isEmpty() throws Exception {
    for (String text : List.of("", "hello", "{\"a\": 1}", "<a/>", "[]")) {
      assertThat(RequestImport.read("file", text)).as(text).isEmpty();
    }
  }

  @Test
  void read_damagedFiles_areRefusedWithTheirPlace() throws Exception {
    assertThatThrownBy(() -> read("{\"log\": {\"entries\": [\n  {\"request\": ]\n"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("file:2:15: HAR file must be JSON, was not: ");
    assertThatThrownBy(() -> read("<jmeterTestPlan>\n  <hashTree>\n</jmeterTestPlan>"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("file:3:3: JMeter plan must be XML, was not: ");
    Path none = Files.writeString(folder.resolve("none.har"), "{\"log\": {\"entries\": []}}");
    assertThatThrownBy(() -> RequestImport.read(none))
        .isInstanceOf(BadFileException.class)
        .hasMessage(
            none
                + ":1:1: HAR file must have a request that can be sent as it is, had none\n"
                + "  Name one that has requests.");
    assertThatThrownBy(() -> RequestImport.read(folder.resolve("missing")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("missing:1:1: file must be readable, was not: NoSuchFileException");
  }

  private static Stream<String> lines(int count, String path, int status) {
    return IntStream.range(0, count)
        .mapToObj(at ->
            "10.0.0.1 - - [10/Oct/2025:13:55:36 +0000] \"GET %s HTTP/1.1\" %d 512 \"-\" \"curl\""
                .formatted(path, status));
  }

  private static RequestImport read(String text) {
    return RequestImport.read("file", text).orElseThrow();
  }

  /** Returns the requests as the reader of service files understands what is written. */
  private List<String> sent(RequestImport made) throws Exception {
    Path file = folder.resolve("loomwatch.yaml");
    Files.writeString(
        file,
        "schema: 1\nservice:\n  start: java -jar a.jar --port={port}\n  ready: /\nscenarios:\n"
            + made.scenario());
    return ServiceFile.read(file).scenarios().getFirst().sent().requests().stream()
        .map(RequestImportTest::shown)
        .toList();
  }

  private static String shown(MixedRequest request) {
    return "%d × %s %s %s%s"
        .formatted(
            request.weight(),
            request.sent().method(),
            request.path(),
            request.sent().headers(),
            request.sent().body() == null ? "" : " " + request.sent().body());
  }
}
