package loomwatch.measure.service;

/** Variant files of the tests. */
final class Example {
  static final String MINIMAL =
      """
      schema: 1
      service:
        start: java -jar target/shop.jar --server.port={port}
        ready: /actuator/health
      scenarios:
        items: {get: /items, rate: 2000}
      """;

  static final String FULL =
      """
      schema: 1
      service:
        name: shop
        jdk: 21.0.8
        build: ./mvnw -q -DskipTests package
        start: java -Xmx512m -jar 'target/the shop.jar' --server.port={port}
        directory: server/run
        environment: {SPRING_PROFILES_ACTIVE: perf, WORKERS: 4, TRACE: false, NONE: "", DB: "{services.db.port}"}
        ready: {path: /ready?deep=1, status: 204, within: 90 s}
        modes:
          virtual: {args: "--virtual=true --threads={threads}", environment: {MODE: "{mode}"}}
          platform:
        services:
          db:
            prepare: initdb -D {directory}/data
            start: postgres -D {directory}/data -p {port}
            environment: {TZ: UTC}
            ready: {port: true}
            reset: psql -p {port} -c 'truncate items'
            version: postgres --version
          stub: {start: "stub {port} {services.db.port}", ready: /up}
        components: [spring-core, acme-*]
      scenarios:
        slow: {get: "/slow?ms=50", rate: 500.5, connections: 200, waits: true, max-threads: 100, saturated: [platform], objective: 99.9 % within 120 ms}
        items: {get: /items, rate: 1000000}
      """;

  private Example() {}
}
