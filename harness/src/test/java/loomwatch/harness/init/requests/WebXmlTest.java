package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WebXmlTest {
  @Test
  void requests_mappingsOfServlets_areExactOnesAndPrefixes() {
    assertThat(
            WebXml.requests(
                """
                <?xml version="1.0"?>
                <!DOCTYPE web-app PUBLIC "-//Sun//DTD Web Application 2.3//EN" "http://127.0.0.1:1/x.dtd">
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee">
                  <!-- <servlet-mapping><url-pattern>/old</url-pattern></servlet-mapping> -->
                  <filter-mapping><filter-name>f</filter-name><url-pattern>/filtered</url-pattern></filter-mapping>
                  <servlet-mapping>
                    <servlet-name>items</servlet-name>
                    <url-pattern> /items </url-pattern>
                    <url-pattern>/parts/*</url-pattern>
                    <url-pattern>*.do</url-pattern>
                    <url-pattern>/</url-pattern>
                  </servlet-mapping>
                </web-app>
                """))
        .extracting(JavaControllersTest::shown)
        .containsExactly("GET /items", "GET /parts/");
  }

  @Test
  void requests_ofADamagedFile_areThoseBefore() {
    assertThat(
            WebXml.requests(
                "<a><servlet-mapping><url-pattern>/items</url-pattern></servlet-mapping><b"))
        .extracting(JavaControllersTest::shown)
        .containsExactly("GET /items");
  }
}
