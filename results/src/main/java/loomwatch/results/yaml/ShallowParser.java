package loomwatch.results.yaml;

import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * Refuses lists and mappings that lie too deep in each other: whoever composes them calls itself
 * once for each, and would run out of stack.
 */
final class ShallowParser implements Parser {
  /** Five times what either format has. */
  private static final int DEEPEST = 20;

  static final String TOO_DEEP = "nested more than " + DEEPEST + " deep";

  private final Parser parser;
  private int depth;

  ShallowParser(Parser parser) {
    this.parser = parser;
  }

  @Override
  public boolean checkEvent(Event.ID choice) {
    return parser.checkEvent(choice);
  }

  @Override
  public Event peekEvent() {
    return parser.peekEvent();
  }

  @Override
  public boolean hasNext() {
    return parser.hasNext();
  }

  @Override
  public Event next() {
    Event event = parser.next();
    switch (event.getEventId()) {
      case SequenceStart, MappingStart -> depth++;
      case SequenceEnd, MappingEnd -> depth--;
      case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> {}
    }
    if (depth > DEEPEST) {
      throw new ParserException(TOO_DEEP, event.getStartMark());
    }
    return event;
  }
}
