package loomwatch.tell.text;

/** Whether escape sequences colour the text; shapes always tell the same. */
public enum Colour {
  ON,
  OFF
}
