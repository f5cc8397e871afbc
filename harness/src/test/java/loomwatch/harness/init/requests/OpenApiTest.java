package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  @Test
  void requests_openApi3WithExamples_areFilledIn() {
    assertThat(
            requests(
                """
                openapi: 3.0.3
                info: {title: Shop, version: "1"}
                servers:
                  - url: http://localhost:{port}/shop/{version}/
                    variables: {version: {default: v1}, port: {default: "8080"}}
                paths:
                  /items:
                    get:
                      parameters:
                        - {name: page, in: query, schema: {type: integer, default: 0}}
                        - {name: size, in: query, required: true, schema: {type: string, enum: [a b, l]}}
                        - {name: q, in: query, required: true, schema: {type: string}}
                    post:
                      requestBody:
                        content:
                          application/json: {schema: {$ref: '#/components/schemas/Item'}}
                      responses: {201: {description: made}}
                  /items/{id}:
                    parameters: [{$ref: '#/components/parameters/id'}]
                    get: {responses: {200: {description: one}}}
                    delete: {}
                    head: {}
                  /items/{id}/parts/{part}:
                    parameters: [{$ref: '#/components/parameters/id'}]
                    get: {parameters: [{name: part, in: path, required: true, schema: {type: string}}]}
                    put:
                      parameters:
                        - {name: part, in: path, required: true, examples: {first: {value: p/1}}}
                        - {name: Authorization, in: header, required: true, example: Bearer secret}
                        - {name: X-Shop, in: header, required: true, example: north}
                      requestBody: {content: {text/plain: {}}}
                components:
                  parameters:
                    id: {name: id, in: path, required: true, example: 17}
                  schemas:
                    Item:
                      required: [name, sizes]
                      properties:
                        id: {type: integer, readOnly: true}
                        name: {type: string, example: pen}
                        sizes: {type: array, items: {type: integer, example: 3}}
                        note: {type: string}
                        parent: {$ref: '#/components/schemas/Item'}
                """))
        .containsExactly(
            "GET /shop/v1/items?size=a%20b lacks a value of the parameter q",
            "POST /shop/v1/items Content-Type: application/json"
                + " {\"name\":\"pen\",\"sizes\":[3]}",
            "GET /shop/v1/items/17",
            "DELETE /shop/v1/items/17 lacks your consent, as it may change data",
            "GET /shop/v1/items/17/parts/{part} lacks a value of {part}",
            "PUT /shop/v1/items/17/parts/p%2F1 X-Shop: north"
                + " lacks a body and a value of the header Authorization");
  }

  @Test
  void requests_swagger2_haveItsBasePath() {
    assertThat(
            requests(
                """
                {"swagger": "2.0", "basePath": "/api", "paths": {
                  "/items": {
                    "get": {"parameters": [{"name": "size", "in": "query", "required": true, "type": "string", "default": "l"}]},
                    "post": {"parameters": [{"name": "item", "in": "body", "schema": {"example": {"name": "pen"}}}]}},
                  "/forms": {
                    "post": {"parameters": [{"name": "a", "in": "formData", "required": true, "type": "string", "x-example": "1 2"}]}}
                }}
                """))
        .containsExactly(
            "GET /api/items?size=l",
            "POST /api/items Content-Type: application/json {\"name\":\"pen\"}",
            "POST /api/forms Content-Type: application/x-www-form-urlencoded a=1%202");
  }

  @Test
  void requests_ofSomethingElse_areNone() {
    assertThat(
            List.of(
                "",
                "a: [",
                "paths: {/a: {get: {}}}",
                "openapi: 3.0.0\npaths: &a {/a: *a}",
                "[1]",
                "x"))
        .allSatisfy(text -> assertThat(requests(text)).isEmpty());
  }

  private static List<String> requests(String text) {
    return OpenApi.requests(text).stream().map(JavaControllersTest::shown).toList();
  }
}
