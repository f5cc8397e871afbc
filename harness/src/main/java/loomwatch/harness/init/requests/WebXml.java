package loomwatch.harness.init.requests;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads what a web application's descriptor maps to servlets. */
final class WebXml {
  private WebXml() {}

  /** Returns the exact patterns, and those for all below a path as that path. */
  static List<FoundRequest> requests(String text) {
    List<FoundRequest> requests = new ArrayList<>();
    try {
      XMLStreamReader xml = reader(text);
      boolean mapping = false;
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamReader.START_ELEMENT
            && xml.getLocalName().equals("url-pattern")
            && mapping) {
          String pattern = xml.getElementText().strip().replaceFirst("/[*]$", "/");
          if (pattern.length() > 1) {
            MappedPath.of(pattern)
                .map(path -> FoundRequest.get(path.text()))
                .ifPresent(requests::add);
          }
        } else if (event == XMLStreamReader.START_ELEMENT || event == XMLStreamReader.END_ELEMENT) {
          mapping =
              xml.getLocalName().equals("servlet-mapping")
                  ? event == XMLStreamReader.START_ELEMENT
                  : mapping;
        }
      }
    } catch (XMLStreamException damaged) {
      return requests;
    }
    return requests;
  }

  /** Returns a reader that loads nothing from elsewhere. */
  static XMLStreamReader reader(String text) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory.createXMLStreamReader(new StringReader(text));
  }
}
